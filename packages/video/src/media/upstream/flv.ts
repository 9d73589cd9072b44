// A camera or media server by HTTP-FLV. Redirects are not followed: where they lead was not allowed.
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { allowedAddress } from './dial.ts';
import { createFlvReader } from './flv-tags.ts';
import { endOf, loginOf, type Source, type SourceEnd, SourceFault, type SourceOptions } from './source.ts';

export const flvSource: Source = async (options) => {
  try {
    const answer = await get(options);
    return await read(answer, options);
  } catch (error) {
    return endOf(error);
  }
};

async function get(options: SourceOptions): Promise<IncomingMessage> {
  const { url, signal } = options;
  const isSecure = url.protocol === 'https:';
  const port = Number(url.port) || (isSecure ? 443 : 80);
  const address = await allowedAddress(options, url.hostname, port);
  const { username, password } = loginOf(url);
  return new Promise((resolve, reject) => {
    const request = (isSecure ? httpsRequest : httpRequest)({
      host: address,
      port,
      servername: url.hostname,
      path: `${url.pathname}${url.search}`,
      headers: { host: url.host, accept: 'video/x-flv, */*', 'user-agent': 'FireLookout' },
      ...(username === '' ? {} : { auth: `${username}:${password}` }),
      agent: false,
      signal,
    });
    request.once('response', resolve);
    request.on('error', reject);
    request.end();
  });
}

function read(answer: IncomingMessage, { heard, codec, picture }: SourceOptions): Promise<SourceEnd> {
  const refusal = refusalOf(answer.statusCode ?? 0);
  if (refusal) {
    answer.destroy();
    throw refusal;
  }
  const reader = createFlvReader({ codec, picture });
  return new Promise((resolve) => {
    answer.on('data', (bytes: Buffer) => {
      heard();
      try {
        reader(bytes);
      } catch (error) {
        resolve(endOf(error));
        answer.destroy();
      }
    });
    answer.on('error', (error) => resolve(endOf(error)));
    answer.on('close', () => resolve({ state: 'offline', detail: null }));
  });
}

function refusalOf(status: number): SourceFault | null {
  if (status === 200) return null;
  if (status === 401 || status === 403) return new SourceFault('unauthorized');
  if (status >= 300 && status < 400) return new SourceFault('address-refused');
  return new SourceFault('offline', `HTTP ${status}`);
}
