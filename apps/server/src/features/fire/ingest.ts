// Satellites push their file: `text/csv` as FIRMS gives it, or JSON with the same names.
import type { Contract } from '@lookout/contract';
import { fileFault } from '@lookout/domain';
import { UnreadableFile } from '@lookout/ingest';
import { originOf } from '../../acting/act.ts';
import { invalid, Refusal } from '../../acting/refusal.ts';
import type { Handlers } from '../../serve/context.ts';
import { whyIn } from '../../serve/envelope.ts';
import type { SatelliteIntake } from '../../services/satellite-intake.ts';

export function fireIngest(intake: SatelliteIntake): Pick<Handlers<Contract['fire']>, 'ingestSatellite'> {
  return {
    async ingestSatellite(context) {
      const { now, stream, headers, caller } = context;
      if (stream === null) throw invalid('', 'no-file-received');
      const grid = caller.kind === 'account' ? caller.gridNo : null;
      const sender = { grid: null, heldTo: grid };
      const asJson = headers.contentType?.includes('json') ?? false;
      try {
        const origin = originOf(context);
        const report = asJson ? await intake.json(await parse(stream), now, sender, origin) : await intake.csv(stream, now, sender, origin);
        const { received, accepted, duplicates, rejected } = report;
        context.audit.detail({ received, accepted, duplicates, rejected: rejected.length });
        return {
          received,
          accepted,
          duplicates,
          rejected: rejected.map(({ line, error }) => ({ line, ...whyIn(context.language, error) })),
        };
      } catch (error) {
        if (error instanceof UnreadableFile) throw new Refusal(error.fault, { fields: [{ path: `line ${error.line}`, ...error.fault }] });
        throw error;
      }
    },
  };
}

async function parse(stream: AsyncIterable<Uint8Array>): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw new UnreadableFile(fileFault('file-not-json'));
  }
}
