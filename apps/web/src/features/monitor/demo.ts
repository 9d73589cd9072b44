// Everything the demo world makes up is labelled so. People's words carry it themselves; a satellite's file carries it as its version.
import type { WireAlarm } from '@lookout/contract';

export const isDemo = (alarm: WireAlarm): boolean => alarm.kind === 'satellite' && alarm.version === 'demo';
