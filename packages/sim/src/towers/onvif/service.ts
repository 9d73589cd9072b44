// What the ONVIF services of a tower have in common: their names, their context, and the type of an operation.
import { CHANNELS } from '../../cameras/towers.ts';
import type { TowerCamera } from '../camera.ts';
import type { Channel } from '../optics.ts';
import { type Element, SoapFault, textOf } from './soap.ts';

/**
 * The services of a tower by the name in their address, with their namespaces. A camera of profile T may have only media service 2. An
 * operation sent to the wrong service is handled by the first service that has it.
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
  /** The services that this device has. */
  readonly offered: readonly ServiceName[];
  readonly rtspUrl: (channel: Channel) => string;
  /** Milliseconds of wall time. */
  readonly clock: () => number;
}

/** Returns the response body. @param request the element in the body of the SOAP request @throws SoapFault */
export type Operation = (service: Service, request: Element) => string;
export type Operations = Readonly<Record<string, Operation>>;

/** A profile is a channel; its token is the channel's name. @throws SoapFault */
export function profileOf(request: Element): Channel {
  const token = textOf(request, 'ProfileToken');
  const channel = CHANNELS.find((one) => one === token);
  if (channel === undefined) throw new SoapFault(`no profile ${token ?? ''}`, ['ter:InvalidArgVal', 'ter:NoProfile']);
  return channel;
}
