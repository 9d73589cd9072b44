// The tokens of embedded maps and walls: shown once in plain text, stored as a hash, revoked.

import { randomBytes, randomUUID } from 'node:crypto';
import { formatTime } from '@lookout/contract';
import { covers, DAY_MS, type GridNo, withGridName } from '@lookout/domain';
import { conflict, invalid, notFound, refused } from '@lookout/server/acting/refusal.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import { hashToken } from '@lookout/server/serve/token-hash.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../../contract.ts';
import { type MapEmbed, MOST_EMBED_DAYS, mapEmbedToken, WALL_RIGHTS } from '../map-embed.ts';
import { layersFor } from './reads.ts';

type Tokens = Pick<Handlers<Contract['mapEmbed']>, 'embedPage' | 'issueEmbed' | 'issueWall' | 'revokeEmbed'>;

export function tokenHandlers({ store, grids, sessionsChanged }: Pick<Room, 'store' | 'grids' | 'sessionsChanged'>): Tokens {
  const named = (embed: MapEmbed) => withGridName(embed, grids().nameOf);

  const requireOwnGrid = ({ audit, scope }: Context, gridNo: GridNo, name: string): void => {
    audit.target('map-embed', name.trim(), gridNo);
    if (!covers(scope, gridNo) || grids().find(gridNo) === null) throw invalid('gridNo', 'outside-own-grid');
  };

  const issued = async (context: Context, chosen: Pick<MapEmbed, 'name' | 'gridNo' | 'layers' | 'origins' | 'expiresAt'>) => {
    const { now, audit } = context;
    const token = mapEmbedToken(randomBytes(32).toString('base64url'));
    const embed: MapEmbed = {
      ...chosen,
      id: randomUUID(),
      name: chosen.name.trim(),
      issuedBy: accountOf(context).fullName,
      issuedAt: now,
      revokedBy: null,
      revokedAt: null,
      lastUsedAt: null,
    };
    await store.transaction(async (tx) => {
      await tx.mapEmbeds.create(embed, hashToken(token));
      const { name, layers, origins, expiresAt } = embed;
      audit.target('map-embed', embed.id, embed.gridNo);
      audit.detail({ name, layers, origins, expireTime: expiresAt && formatTime(expiresAt) });
      await tx.audit.append([audit.take()]);
    });
    return { ...named(embed), token };
  };

  return {
    async embedPage({ scope }, { body: { pageNo, pageSize } }) {
      const { total, list } = await store.mapEmbeds.page(scope, { offset: (pageNo - 1) * pageSize, limit: pageSize });
      return { total, pageNo, pageSize, list: list.map(named) };
    },

    async issueEmbed(context, { body }) {
      const { now } = context;
      requireOwnGrid(context, body.gridNo, body.name);
      if (body.expiresAt <= now) throw invalid('expiresAt', 'embed-expiry-past');
      if (body.expiresAt.getTime() - now.getTime() > MOST_EMBED_DAYS * DAY_MS) throw invalid('expiresAt', 'embed-expiry-beyond');
      // A user cannot share layers that he may not see himself.
      const own = layersFor(accountOf(context).rights);
      if (body.layers.some((layer) => !own.includes(layer))) throw refused('rights-beyond-yours');
      const { name, gridNo, layers, origins, expiresAt } = body;
      return issued(context, { name, gridNo, layers: [...new Set(layers)], origins: [...new Set(origins)], expiresAt });
    },

    async issueWall(context, { body }) {
      const { name, gridNo, expiresAt = null } = body;
      requireOwnGrid(context, gridNo, name);
      if (expiresAt !== null && expiresAt <= context.now) throw invalid('expiresAt', 'embed-expiry-past');
      const { rights } = accountOf(context);
      if (!WALL_RIGHTS.every((right) => rights.has(right))) throw refused('rights-beyond-yours');
      return issued(context, { name, gridNo, layers: ['wall'], origins: [], expiresAt });
    },

    async revokeEmbed(context, { params }) {
      const { now, scope } = context;
      const { fullName } = accountOf(context);
      const revoked = await store.transaction(async (tx) => {
        const before = await tx.mapEmbeds.lockForUpdate(scope, params.id);
        if (before === null) throw notFound();
        context.audit.target('map-embed', before.id, before.gridNo);
        context.audit.detail({ name: before.name });
        if (before.revokedBy !== null) throw conflict(named(before), 'embed-revoked-before', { by: before.revokedBy });
        const after: MapEmbed = { ...before, revokedBy: fullName, revokedAt: now };
        await tx.mapEmbeds.saveRevoked(after);
        await tx.audit.append([context.audit.take()]);
        return after;
      });
      sessionsChanged();
      return named(revoked);
    },
  };
}
