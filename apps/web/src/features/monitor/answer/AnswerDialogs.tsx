// The dialogs that answer an alarm, one at a time.
import type { JudgedVerdict, NamedAlarm } from '@lookout/domain';
import { SmsDialog } from '../../../entities/alarm/sms/SmsDialog.tsx';
import { DispatchDialog } from '../dispatch/DispatchDialog.tsx';
import { useAlarmAsItStands } from '../use-alarm.ts';
import { CloseDialog } from './CloseDialog.tsx';
import { JudgeDialog } from './JudgeDialog.tsx';
import { PushDialog } from './PushDialog.tsx';
import { RenovateDialog } from './RenovateDialog.tsx';

export type AnswerDialog =
  | { readonly kind: 'judge'; readonly alarm: NamedAlarm; readonly preset: JudgedVerdict | null }
  | { readonly kind: 'push' | 'renovate' | 'close' | 'dispatch' | 'sms'; readonly alarm: NamedAlarm }
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
    case 'renovate':
      return <RenovateDialog alarm={alarm} onClose={onClose} />;
    case 'close':
      return <CloseDialog alarm={alarm} onClose={onClose} />;
    case 'dispatch':
      return <DispatchDialog target={{ kind: 'fire', alarm }} onClose={onClose} />;
    case 'sms':
      return <SmsDialog alarm={alarm} onClose={onClose} />;
  }
}
