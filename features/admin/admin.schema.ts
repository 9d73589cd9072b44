// The schemas of accounts, groups and audit rows, in replies.

import { gridNo, schemaOf, time } from '@lookout/contract';
import { CAPABILITIES, type Capability } from '@lookout/domain';
import { z } from 'zod';
import { type Group, type ListedAccount, type ListedAuditLine, MOST_GRIDS_NAMED } from './admin.ts';

export const right = z.enum(CAPABILITIES as readonly [Capability, ...Capability[]]);

export const account = schemaOf<ListedAccount>()(
  z.object({
    id: z.uuid(),
    userName: z.string(),
    fullName: z.string(),
    headUrl: z.string().nullable(),
    phone: z.string().nullable(),
    gridNo,
    gridName: z.string(),
    groupId: z.string(),
    groupName: z.string().nullable(),
    deviceId: z.string().nullable(),
    topic: z.string().nullable(),
    enabled: z.boolean(),
    rights: z.array(right),
    grids: z.array(gridNo),
    createdAt: time,
    isOnline: z.boolean(),
    hasSecondFactor: z.boolean(),
    hasOutsideIdentity: z.boolean(),
  }),
);

export const group = schemaOf<Group>()(z.object({ id: z.string(), name: z.string(), parentId: z.string().nullable() }));

export const auditLine = schemaOf<ListedAuditLine>()(
  z.object({
    id: z.number(),
    at: time,
    userName: z.string().nullable(),
    address: z.string().nullable(),
    act: z.string(),
    targetKind: z.string().nullable(),
    targetId: z.string().nullable(),
    gridNo: gridNo.nullable(),
    outcome: z.string(),
    detail: z.record(z.string(), z.unknown()),
    gridNames: z.record(z.string(), z.string()).meta({ maxProperties: MOST_GRIDS_NAMED }),
  }),
);
