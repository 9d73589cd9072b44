// Embedded maps (嵌入地图): their read tokens, and what the bare map `/map` reads. Nothing that it is told holds a person or a telephone number
// (decision 0039).
import type { ServerFeature } from '@lookout/server/feature.ts';
import { mapReads } from './server/reads.ts';
import { tokenHandlers } from './server/tokens.ts';

export const mapEmbed: ServerFeature<'mapEmbed'> = {
  open: (room) => ({ calls: { ...tokenHandlers(room), ...mapReads(room) } }),
};
