// A form with an adjacent map. A click on the map fills the form field that is requesting a position.

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
