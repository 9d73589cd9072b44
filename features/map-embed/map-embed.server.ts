// Embedded maps (嵌入地图): their read tokens, and the data of the bare map `/map`, which contain no person and no telephone number (decision
// 0039).
import type { ServerFeature } from '@lookout/server/feature.ts';
import { mapReads } from './server/reads.ts';
import { tokenHandlers } from './server/tokens.ts';

export const mapEmbed: ServerFeature<'mapEmbed'> = {
  open: (room) => ({ calls: { ...tokenHandlers(room), ...mapReads(room) } }),
};
