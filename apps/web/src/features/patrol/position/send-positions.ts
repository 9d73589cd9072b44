import type { Client } from '@lookout/client';
import { writeRangerPosition } from '@lookout/contract';
import type { KeptPosition } from './position-log.ts';

const TIMEOUT_MS = 60_000;

/**
 * A batch of one's own positions, each with its own time. A row that the server does not take (a clock far ahead) will not be better later.
 * @throws CallFailed when the batch did not pass; AbortError when no answer came in time
 */
export async function sendPositions(
  client: Client,
  positions: readonly KeptPosition[],
  timeout: (ms: number) => AbortSignal,
): Promise<void> {
  await client.rangers.position({
    body: positions.map(({ owner, at, lng, lat }) => writeRangerPosition({ userId: owner, position: { lng, lat }, at: new Date(at) })),
    signal: timeout(TIMEOUT_MS),
    silent: true,
    occasion: 'background',
  });
}
