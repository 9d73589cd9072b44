// A form with the map beside it: clicks on the map go to the form's field that asks for a position.

import { GlobeStage } from '@lookout/web/globe/GlobeStage.tsx';
import { PositionTakingContext, useTakenClicks } from '@lookout/web/globe/PointField.tsx';
import type { ReactNode } from 'react';
import './task.css';

interface Props {
  readonly name: string;
  readonly children: ReactNode;
}

export function MapBeside({ name, children }: Props) {
  const taking = useTakenClicks();
  return (
    <div className="task-beside">
      <PositionTakingContext value={taking}>
        <section aria-label={name} className="task-beside-form">
          {children}
        </section>
      </PositionTakingContext>
      <div className="task-beside-map">
        <GlobeStage initialView={null} />
      </div>
    </div>
  );
}
