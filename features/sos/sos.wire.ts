// 求救 (SOS) in the wire format.

import { formatTime, type GridNames, readTime } from '@lookout/contract';
import type { GridNo, Named } from '@lookout/domain';
import type { WireSos } from './sos.schema.ts';
import { type Sos, type SosPlace, sosState } from './sos.ts';

export const writeSos = (s: Sos, nameOf: GridNames): WireSos => ({
  id: s.id,
  userId: s.userId,
  fullName: s.fullName,
  phone: s.phone,
  gridNo: s.gridNo,
  gridName: nameOf(s.gridNo) ?? s.gridNo,
  longitude: s.place?.position.lng ?? null,
  latitude: s.place?.position.lat ?? null,
  accuracy: s.place?.accuracyMetres ?? null,
  positionTime: s.place && formatTime(s.place.foundAt),
  formattedAddress: s.address,
  raiseTime: formatTime(s.raisedAt),
  receiveTime: formatTime(s.receivedAt),
  pressCount: s.pressedAgain?.count ?? 1,
  pressTime: s.pressedAgain && formatTime(s.pressedAgain.at),
  pressId: s.pressedAgain?.id ?? null,
  callTime: s.calledAt && formatTime(s.calledAt),
  state: sosState(s),
  takeUser: s.taken?.by ?? null,
  takeUserId: s.taken?.accountId ?? null,
  takeTime: s.taken && formatTime(s.taken.at),
  cancelTime: s.cancelled && formatTime(s.cancelled.at),
  cancelReason: s.cancelled?.reason ?? null,
  closeUser: s.closed?.by ?? null,
  closeTime: s.closed && formatTime(s.closed.at),
  outcome: s.closed?.outcome ?? null,
  note: s.closed?.note ?? null,
  revision: s.revision,
});

/** The inverse of `writeSos`, to the second. */
export const readSos = (s: WireSos): Named<Sos> => ({
  id: s.id,
  userId: s.userId,
  fullName: s.fullName,
  phone: s.phone,
  gridNo: s.gridNo as GridNo,
  gridName: s.gridName,
  place: readPlace(s),
  address: s.formattedAddress,
  raisedAt: readTime(s.raiseTime),
  receivedAt: readTime(s.receiveTime),
  pressedAgain: s.pressTime === null || s.pressId === null ? null : { count: s.pressCount, at: readTime(s.pressTime), id: s.pressId },
  calledAt: s.callTime === null ? null : readTime(s.callTime),
  taken: s.takeTime === null ? null : { at: readTime(s.takeTime), by: s.takeUser ?? '', accountId: s.takeUserId ?? '' },
  cancelled: s.cancelTime === null ? null : { at: readTime(s.cancelTime), reason: s.cancelReason ?? '' },
  closed:
    s.closeTime === null || s.outcome === null
      ? null
      : { at: readTime(s.closeTime), by: s.closeUser ?? '', outcome: s.outcome, note: s.note },
  revision: s.revision,
});

const readPlace = ({ longitude: lng, latitude: lat, accuracy, positionTime }: WireSos): SosPlace | null =>
  lng === null || lat === null || positionTime === null
    ? null
    : { position: { lng, lat }, accuracyMetres: accuracy, foundAt: readTime(positionTime) };

/** The short message to the duty list. It is always Chinese, because the people on duty read it, whatever language the browser displays. */
export function sosMessage({ fullName, phone, place, address, raisedAt, pressedAgain }: Sos, gridName: string): string {
  const where =
    place === null
      ? '位置不明'
      : `位置${place.position.lng.toFixed(5)},${place.position.lat.toFixed(5)}（${address ?? gridName}，${formatTime(place.foundAt)}）`;
  return `【护林员求救】${gridName}${fullName}于${formatTime(raisedAt)}求救${pressedAgain === null ? '' : `（已按${pressedAgain.count}次）`}，${where}${phone === null ? '' : `，电话${phone}`}。请立即接手。`;
}

/** The readers by which a client parses the replies of calls, by the name that a row gives. */
export const sosReaders = {
  sos: readSos,
} as const;
