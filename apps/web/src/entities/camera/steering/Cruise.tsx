import { App, Button } from 'antd';
import { useVideoWords } from '../words.ts';
import type { Steering } from './use-steering.ts';

/** 巡航 by the route that 摄像头设置 has for the camera. */
export function Cruise({ onCruise }: { readonly onCruise: Steering['cruise'] }) {
  const { cruise: words } = useVideoWords().steering;
  const { message } = App.useApp();
  const acts = [
    ['StartService', words.service, words.serviceDone],
    ['StartCruise', words.start, words.startDone],
    ['PauseCruise', words.pause, words.pauseDone],
  ] as const;
  return (
    <section className="steering-cruise stack" aria-label={words.title}>
      <h4>{words.title}</h4>
      {acts.map(([controlType, label, done]) => (
        <Button
          key={controlType}
          size="small"
          block
          onClick={async () => {
            if (await onCruise(controlType)) void message.success(done);
          }}
        >
          {label}
        </Button>
      ))}
    </section>
  );
}
