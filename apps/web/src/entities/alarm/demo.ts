// Everything the demo world makes up is labelled so. People's words carry it themselves; a satellite's file carries it as its version.
import type { Alarm } from '@lookout/domain';

export const isDemo = ({ facts }: Alarm): boolean => facts.kind === 'satellite' && facts.version === 'demo';
