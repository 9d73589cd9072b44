// The schemas of the tokens of embedded maps and walls, and of what the bare map shows.

import { gridNo, position, schemaOf, time } from '@lookout/contract';
import { EMBED_LAYERS, MAP_EMBED_LAYERS, type Named } from '@lookout/domain';
import { z } from 'zod';
import { ALARM_KINDS } from '../alarm/alarm.ts';
import { ASSET_KINDS } from '../resource/resource.ts';
import type { IssuedEmbed, MapAlarm, MapEmbed, MapResource, MapView } from './map-embed.ts';

export const layers = z.array(z.enum(MAP_EMBED_LAYERS));

const embedFields = z.object({
  id: z.uuid(),
  name: z.string(),
  gridNo,
  gridName: z.string(),
  layers: z.array(z.enum(EMBED_LAYERS)),
  origins: z.array(z.string()),
  issuedBy: z.string(),
  issuedAt: time,
  expiresAt: time.nullable(),
  revokedBy: z.string().nullable(),
  revokedAt: time.nullable(),
  lastUsedAt: time.nullable(),
});
export const mapEmbed = schemaOf<Named<MapEmbed>>()(embedFields);
export const issuedEmbed = schemaOf<IssuedEmbed>()(embedFields.extend({ token: z.string() }));

export const mapView = schemaOf<MapView>()(
  z.object({
    embedId: z.uuid().nullable(),
    name: z.string().nullable(),
    gridNo,
    gridName: z.string(),
    centre: position.nullable(),
    layers,
    expiresAt: time.nullable(),
    isDemo: z.boolean(),
  }),
);

export const mapAlarm = schemaOf<MapAlarm>()(
  z.object({
    id: z.uuid(),
    kind: z.enum(ALARM_KINDS),
    gridNo,
    gridName: z.string(),
    position,
    formattedAddress: z.string(),
    observedAt: time,
    arrivedAt: time,
    verdict: z.enum(['unjudged', 'false', 'real']),
    inProgress: z.boolean(),
    scanKilometres: z.number().nullable(),
    trackKilometres: z.number().nullable(),
  }),
);

export const mapResource = schemaOf<MapResource>()(
  z.object({
    id: z.uuid(),
    kind: z.enum(ASSET_KINDS),
    name: z.string(),
    gridNo,
    gridName: z.string(),
    position,
    online: z.boolean().nullable(),
  }),
);
