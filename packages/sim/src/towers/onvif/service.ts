// What the services of a tower need, and the form of their operations.
import { CHANNELS } from '../../cameras/towers.ts';
import type { TowerCamera } from '../camera.ts';
import type { Channel } from '../optics.ts';
import { type Element, SoapFault, textOf } from './soap.ts';

/**
 * The services of a tower by the name in their address, with their namespaces; a camera of profile T may have only the second media.
 * Whoever asks the wrong one is answered by the first that knows the operation.
 */
export const SERVICES = {
  device: 'http://www.onvif.org/ver10/device/wsdl',
  media: 'http://www.onvif.org/ver10/media/wsdl',
  ptz: 'http://www.onvif.org/ver20/ptz/wsdl',
  imaging: 'http://www.onvif.org/ver20/imaging/wsdl',
  media2: 'http://www.onvif.org/ver20/media/wsdl',
} as const;
export type ServiceName = keyof typeof SERVICES;
export const SERVICE_NAMES = Object.keys(SERVICES) as ServiceName[];

export interface Service {
  readonly camera: TowerCamera;
  /** `http://host:port/<towerId>` */
  readonly base: string;
  /** What this device has. */
  readonly offered: readonly ServiceName[];
  readonly rtspUrl: (channel: Channel) => string;
  /** Milliseconds of wall time. */
  readonly clock: () => number;
}

/** The body of the answer, from what the operation was told. @throws SoapFault */
export type Operation = (service: Service, told: Element) => string;
export type Operations = Readonly<Record<string, Operation>>;

/** A profile is a channel; its token is the channel's name. @throws SoapFault */
export function profileOf(told: Element): Channel {
  const token = textOf(told, 'ProfileToken');
  const channel = CHANNELS.find((one) => one === token);
  if (channel === undefined) throw new SoapFault(`no profile ${token ?? ''}`, ['ter:InvalidArgVal', 'ter:NoProfile']);
  return channel;
}
