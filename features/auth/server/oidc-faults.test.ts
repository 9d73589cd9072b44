// Each sign-on fault is classified by its cause. Where possible the client library itself creates the fault, from answers of a test
// provider.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { allowInsecureRequests, ClientError, discovery } from 'openid-client';
import { expect, it } from 'vitest';
import { faultOf, lineCodeOf } from './oidc-faults.ts';

/** The result of discovery at a provider that sends this answer. */
async function discovered(answer: (base: string) => { status?: number; body: string; type?: string }): Promise<unknown> {
  const server = createServer((_request, response) => {
    const { status = 200, body, type = 'application/json' } = answer(base);
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    return await discovery(new URL(`${base}/realms/a`), 'lookout', {}, undefined, { execute: [allowInsecureRequests] }).catch(
      (error: unknown) => error,
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
const codeOf = (error: unknown) => {
  const { refusal, detail } = faultOf(error);
  return [refusal.code, detail.kind];
};

it('an issuer with another scheme or an extra slash is reported together with the configured one', async () => {
  for (const got of ['/realms/a/', '/realms/A']) {
    const error = await discovered((base) => ({ body: JSON.stringify({ issuer: `${base}${got}` }) }));
    const { detail } = faultOf(error);
    expect(detail).toMatchObject({ kind: 'issuer', wanted: expect.stringMatching(/\/realms\/a$/), got: expect.stringContaining(got) });
    expect(codeOf(error)).toEqual(['oidc-issuer', 'issuer']);
  }
});

it('an unreadable answer, a provider error and a failed connection are not reported as an issuer mismatch', async () => {
  expect(codeOf(await discovered(() => ({ status: 404, body: 'no' })))).toEqual(['oidc-silent', 'status']);
  expect(codeOf(await discovered(() => ({ body: '<html>', type: 'text/html' })))).toEqual(['oidc-silent', 'unreadable']);
  const refusedLine = await discovery(new URL('http://127.0.0.1:1'), 'x', {}, undefined, { execute: [allowInsecureRequests] }).catch(
    (error: unknown) => error,
  );
  expect(codeOf(refusedLine)[0]).toBe('oidc-silent');
});

it('a certificate that is not accepted is reported as such', () => {
  const failed = (code: string) => new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) });
  for (const code of ['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_TLS_CERT_ALTNAME_INVALID'])
    expect(codeOf(failed(code))).toEqual(['oidc-certificate', 'certificate']);
  expect([codeOf(failed('ECONNREFUSED')), lineCodeOf(failed('ECONNREFUSED'))]).toEqual([['oidc-silent', 'line'], 'ECONNREFUSED']);
});

it('a clock difference is reported as such; any other fault is reported as a failed check', () => {
  const client = (code: string) => Object.assign(new ClientError('x'), { code });
  expect(codeOf(client('OAUTH_JWT_TIMESTAMP_CHECK_FAILED'))).toEqual(['oidc-clock', 'clock']);
  expect(codeOf(client('OAUTH_JWT_CLAIM_COMPARISON_FAILED'))).toEqual(['oidc-answer-refused', 'answer']);
  expect(() => faultOf(new RangeError('a fault of ours'))).toThrow(RangeError);
});
