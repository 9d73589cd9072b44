// Styles that libraries write while a page runs (antd, Cesium) carry a nonce that is new with each reply. All other styles are loaded from
// this server's files (OWASP ASVS V3.4.3).
import { randomBytes } from 'node:crypto';

/** Applies to every reply, page or not: styles only from files. */
export const STYLE_SOURCES = ["'self'"] as const;
const STYLES = `style-src ${STYLE_SOURCES.join(' ')}`;
const NAME = 'lookout-styles';

interface Allowed {
  readonly html: string;
  readonly policy: string;
}

/** Returns a page and its policy. Scripts of the page may write styles with the page's nonce (apps/web/src/shared/style-nonce.ts). */
export function withStyleNonce({ html, policy }: Allowed, nonce = randomBytes(18).toString('base64')): Allowed {
  return {
    html: html.replace('<head>', `<head>\n    <meta name="${NAME}" nonce="${nonce}" />`),
    policy: policy.replace(STYLES, `${STYLES} 'nonce-${nonce}'`),
  };
}
