// A SOAP client for the ONVIF tests.
import { createHash, randomBytes } from 'node:crypto';
import { TOWER_LOGIN } from '../login.ts';
import type { ServiceName } from './service.ts';
import { type Element, find, readXml } from './soap.ts';

export interface SoapResponse {
  readonly status: number;
  /** The element in the body of the envelope. */
  readonly body: Element | undefined;
  readonly text: string;
}

/** @param address of the device service @param clock milliseconds */
export function soapClient(address: () => string, clock: () => number) {
  const token = (password = TOWER_LOGIN.password, createdMs = clock()): string => {
    const [nonce, created] = [randomBytes(16), new Date(createdMs).toISOString()];
    const digest = createHash('sha1').update(nonce).update(created).update(password).digest('base64');
    return `<wsse:Security xmlns:wsse="http://w" xmlns:wsu="http://u"><wsse:UsernameToken><wsse:Username>${TOWER_LOGIN.userName}</wsse:Username><wsse:Password Type="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordDigest">${digest}</wsse:Password><wsse:Nonce>${nonce.toString('base64')}</wsse:Nonce><wsu:Created>${created}</wsu:Created></wsse:UsernameToken></wsse:Security>`;
  };
  const call = async (service: ServiceName, operation: string, header = token()): Promise<SoapResponse> => {
    const url = address().replace('device_service', `${service}_service`);
    const envelope = `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Header>${header}</s:Header><s:Body>${operation}</s:Body></s:Envelope>`;
    const response = await fetch(url, { method: 'POST', body: envelope, headers: { 'content-type': 'application/soap+xml' } });
    const text = await response.text();
    return { status: response.status, body: find(readXml(text), 'Body')?.children[0], text };
  };
  return { token, call };
}
