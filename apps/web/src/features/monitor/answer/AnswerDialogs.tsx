// The dialogs that answer an alarm, one at a time.
import type { WireAlarm } from '@lookout/contract';
import { DispatchDialog } from '../../../shared/dispatch/DispatchDialog.tsx';
import { SmsDialog } from '../../../shared/sms/SmsDialog.tsx';
import { useAlarmAsItStands } from '../use-alarm.ts';
import { CloseDialog } from './CloseDialog.tsx';
import { HandleDialog } from './HandleDialog.tsx';
import { JudgeDialog } from './JudgeDialog.tsx';
import { PushDialog } from './PushDialog.tsx';

export type AnswerDialog =
  | { readonly kind: 'judge'; readonly alarm: WireAlarm; readonly preset: 0 | 1 | null }
  | { readonly kind: 'push' | 'handle' | 'close' | 'dispatch' | 'sms'; readonly alarm: WireAlarm }
  | { readonly kind: 'dispatch-there'; readonly lng: number; readonly lat: number };

export function AnswerDialogs({ dialog, onClose }: { readonly dialog: AnswerDialog; readonly onClose: () => void }) {
  if (dialog.kind === 'dispatch-there')
    return <DispatchDialog target={{ kind: 'place', lng: dialog.lng, lat: dialog.lat }} onClose={onClose} />;
  return <AboutAlarm key={`${dialog.kind} ${dialog.alarm.id}`} dialog={dialog} onClose={onClose} />;
}

type AlarmDialog = Exclude<AnswerDialog, { kind: 'dispatch-there' }>;

function AboutAlarm({ dialog, onClose }: { readonly dialog: AlarmDialog; readonly onClose: () => void }) {
  const alarm = useAlarmAsItStands(dialog.alarm);
  switch (dialog.kind) {
    case 'judge':
      return <JudgeDialog alarm={alarm} preset={dialog.preset} onClose={onClose} />;
    case 'push':
      return <PushDialog alarm={alarm} onClose={onClose} />;
    case 'handle':
      return <HandleDialog alarm={alarm} onClose={onClose} />;
    case 'close':
      return <CloseDialog alarm={alarm} onClose={onClose} />;
    case 'dispatch':
      return <DispatchDialog target={{ kind: 'fire', alarm }} onClose={onClose} />;
    case 'sms':
      return <SmsDialog alarm={alarm} onClose={onClose} />;
  }
}
