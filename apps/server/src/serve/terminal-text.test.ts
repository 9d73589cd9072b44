import { describe, expect, it } from 'vitest';
import { terminalText } from './terminal-text.ts';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';

describe('the desk in words', () => {
  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME}`, 'Chrome · Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/130.0`, 'Edge · Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox · Linux'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15', 'Safari · macOS'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1', 'Safari · iOS'],
    [`Mozilla/5.0 (Linux; Android 14) ${CHROME} MicroMessenger/8.0`, '微信 · Android'],
  ])('%s', (userAgent, expected) => {
    expect(terminalText('192.0.2.7', userAgent)).toBe(`192.0.2.7 · ${expected}`);
  });

  it.each([null, '', 'curl/8.9.1', 'node'])('a client that is not a browser (%s) is described by its address alone', (userAgent) => {
    expect(terminalText('::1', userAgent)).toBe('::1');
  });
});
