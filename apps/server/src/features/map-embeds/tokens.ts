// The tokens of embedded maps: issued once in the clear, stored as a hash, revoked.
import { randomBytes, randomUUID } from 'node:crypto';
import { type Contract, formatTime } from '@lookout/contract';
import { covers, type MapEmbed, MOST_EMBED_DAYS, mapEmbedState, mapEmbedToken } from '@lookout/domain';
import { conflict, invalid, notFound, refused } from '../../acting/refusal.ts';
import { hashToken } from '../../serve/authenticate.ts';
import { accountOf, type Handlers } from '../../serve/context.ts';
import type { Room } from '../../services/open.ts';
import { layersFor } from './reads.ts';

type Tokens = Pick<Handlers<Contract['mapEmbeds']>, 'embedPage' | 'issueEmbed' | 'revokeEmbed'>;

const DAY_MS = 86_400_000;

export function tokenHandlers({ store, grids, sessionsChanged }: Pick<Room, 'store' | 'grids' | 'sessionsChanged'>): Tokens {
  const write = (embed: MapEmbed, now: Date) => ({
    id: embed.id,
    name: embed.name,
    gridNo: embed.gridNo,
    gridName: grids().nameOf(embed.gridNo) ?? embed.gridNo,
    layers: [...embed.layers],
    origins: [...embed.origins],
    state: mapEmbedState(embed, now),
    issuedBy: embed.issuedBy,
    issueTime: formatTime(embed.issuedAt),
    expireTime: formatTime(embed.expiresAt),
    revokedBy: embed.revokedBy,
    revokeTime: embed.revokedAt && formatTime(embed.revokedAt),
    lastUseTime: embed.lastUsedAt && formatTime(embed.lastUsedAt),
  });

  return {
    async embedPage({ scope, now }, { body: { pageNo, pageSize } }) {
      const { total, list } = await store.mapEmbeds.page(scope, { offset: (pageNo - 1) * pageSize, limit: pageSize });
      return { total, pageNo, pageSize, list: list.map((embed) => write(embed, now)) };
    },

    async issueEmbed(context, { body }) {
      const { now, scope } = context;
      const { fullName, rights } = accountOf(context);
      context.audit.target('map-embed', body.name.trim(), body.gridNo);
      if (!covers(scope, body.gridNo) || grids().find(body.gridNo) === null) throw invalid('gridNo', 'outside-own-grid');
      if (body.expireTime <= now) throw invalid('expireTime', 'embed-expiry-past');
      if (body.expireTime.getTime() - now.getTime() > MOST_EMBED_DAYS * DAY_MS) throw invalid('expireTime', 'embed-expiry-beyond');
      // Nobody shows others what he may not see himself.
      const own = layersFor(rights);
      if (body.layers.some((layer) => !own.includes(layer))) throw refused('rights-beyond-yours');
      const token = mapEmbedToken(randomBytes(32).toString('base64url'));
      const embed: MapEmbed = {
        id: randomUUID(),
        name: body.name.trim(),
        gridNo: body.gridNo,
        layers: [...new Set(body.layers)],
        origins: [...new Set(body.origins)],
        issuedBy: fullName,
        issuedAt: now,
        expiresAt: body.expireTime,
        revokedBy: null,
        revokedAt: null,
        lastUsedAt: null,
      };
      await store.transaction(async (tx) => {
        await tx.mapEmbeds.create(embed, hashToken(token));
        const { name, layers, origins } = embed;
        context.audit.target('map-embed', embed.id, embed.gridNo);
        context.audit.detail({ name, layers, origins, expireTime: formatTime(embed.expiresAt) });
        await tx.audit.append([context.audit.take()]);
      });
      return { ...write(embed, now), token };
    },

    async revokeEmbed(context, { params }) {
      const { now, scope } = context;
      const { fullName } = accountOf(context);
      const revoked = await store.transaction(async (tx) => {
        const before = await tx.mapEmbeds.lockForUpdate(scope, params.id);
        if (before === null) throw notFound();
        context.audit.target('map-embed', before.id, before.gridNo);
        context.audit.detail({ name: before.name });
        if (before.revokedBy !== null) throw conflict(write(before, now), 'embed-revoked-before', { by: before.revokedBy });
        const after: MapEmbed = { ...before, revokedBy: fullName, revokedAt: now };
        await tx.mapEmbeds.saveRevoked(after);
        await tx.audit.append([context.audit.take()]);
        return after;
      });
      sessionsChanged();
      return write(revoked, now);
    },
  };
}
