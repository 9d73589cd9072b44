export * from './media/channel-state.ts';
export { startMediaEngine } from './media/engine.ts';
export * from './media/port.ts';
export { finishedPieces, rangeReply } from './media/record/library.ts';
export { pieceId, pieceTime, readPieceId, readPieceName, toDelete } from './media/record/piece-file.ts';
export { MEDIA_TIMINGS, type MediaTimings } from './media/timings.ts';
export {
  type CameraLock,
  handOverLock,
  type LockedByOther as Held,
  type Operator,
  releaseLock,
  requestLock,
  takeLock,
} from './steering/operator-locks.ts';
export { createTickets, type TicketRefusal, type TicketStore as TicketKeeper, type Tickets } from './tickets.ts';
export type { Aqishi, AqishiConfig } from './vendors/aqishi.ts';
export type { Guide } from './vendors/guide.ts';
export * from './vendors/port.ts';
export { type RemoteVendors, startVendors } from './vendors/remote-vendors.ts';
export type { VendorConfig, Vendors } from './vendors/vendor-config.ts';
