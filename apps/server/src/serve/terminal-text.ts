// The terminal of an act, as text: its address, browser and operating system.

// The order matters: Edge also calls itself Chrome, and Chrome calls itself Safari.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger\//, '微信'],
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

const nameIn = (table: typeof BROWSERS, text: string): string | null => table.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** `192.0.2.7 · Chrome · Windows`; for an unknown browser the address alone. */
export function terminalText(address: string, userAgent: string | null): string {
  const agent = userAgent ?? '';
  return [address, nameIn(BROWSERS, agent), nameIn(SYSTEMS, agent)].filter((part) => part !== null).join(' · ');
}
