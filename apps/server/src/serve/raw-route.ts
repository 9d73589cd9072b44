// Routes that answer with bytes (files, terrain tiles): no envelope, but the same authentication, permission, fence and refusals as any call.
import type { Method, Permission, Scope } from '@lookout/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from './context.ts';

export interface RawRoute {
  /** For metrics and the check of the table. */
  readonly name: string;
  readonly method: Method;
  /** Spelled as in the contract: `/files/{id}`. A `*` at the end takes the rest. */
  readonly path: string;
  readonly summary: string;
  readonly permission: Permission;
  readonly scope: Scope;
  /** The session token may also travel as `?token=`, for what a browser loads by itself (`<img>`). */
  readonly tokenInQuery?: true;
  /** A ticket may travel as `?ticket=` instead of a session's token (players load by themselves); this names what it must be for. */
  ticketFor?(params: Readonly<Record<string, string>>): string;
  /** Sends its answer by `reply`; throws Refusals like any handler. `cache-control: no-store` unless it sets its own. */
  handle(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}
