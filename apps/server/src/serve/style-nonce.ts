// Styles that libraries write while a page runs (antd, Cesium) carry a nonce that is new with each answer; all others come from files of ours (OWASP ASVS V3.4.3).
import { randomBytes } from 'node:crypto';

/** Of every answer, pages or not: no style but those of files. */
export const STYLE_SOURCES = ["'self'"] as const;
const STYLES = `style-src ${STYLE_SOURCES.join(' ')}`;
const NAME = 'lookout-styles';

interface Allowed {
  readonly html: string;
  readonly policy: string;
}

/** A page and the policy that it is sent with, where scripts of the page may write styles by its nonce (apps/web/src/shared/style-nonce.ts). */
export function withStyleNonce({ html, policy }: Allowed, nonce = randomBytes(18).toString('base64')): Allowed {
  return {
    html: html.replace('<head>', `<head>\n    <meta name="${NAME}" nonce="${nonce}" />`),
    policy: policy.replace(STYLES, `${STYLES} 'nonce-${nonce}'`),
  };
}
