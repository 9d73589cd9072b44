// What the header is told of this installation: the region, and where its links lead.
import { REGIONS } from '@lookout/region';
import type { Config } from '../../config.ts';

type Told = Pick<Config, 'region' | 'links' | 'digitalForestry' | 'replayMenuFullName' | 'recordDays' | 'recordGigabytes'>;

export function installationOf({ region: id, links, digitalForestry, replayMenuFullName, recordDays, recordGigabytes }: Told) {
  const { name, externalLinks } = REGIONS[id];
  return {
    ...{ region: id, regionName: name },
    externalLinks: externalLinks.map((link) => ({ ...link, url: links[link.id] ?? null })),
    digitalForestry: [...digitalForestry],
    replayMenuFullName,
    recordings: { days: recordDays, gigabytes: recordGigabytes },
  };
}
