import { App, Button } from 'antd';
import { useVideoMessages } from '../messages.ts';
import type { Steering } from './use-steering.ts';

/** 巡航 by the route that 摄像头设置 has for the camera. */
export function Tour({ onTour }: { readonly onTour: Steering['tour'] }) {
  const { tour: messages } = useVideoMessages().steering;
  const { message } = App.useApp();
  const acts = [
    ['StartService', messages.service, messages.serviceDone],
    ['StartCruise', messages.start, messages.startDone],
    ['PauseCruise', messages.pause, messages.pauseDone],
  ] as const;
  return (
    <section className="steering-tour stack" aria-label={messages.title}>
      <h4>{messages.title}</h4>
      {acts.map(([controlType, label, done]) => (
        <Button
          key={controlType}
          size="small"
          block
          onClick={async () => {
            if (await onTour(controlType)) void message.success(done);
          }}
        >
          {label}
        </Button>
      ))}
    </section>
  );
}
