export function ensureWebApp(options: {
  readonly node: string;
  readonly map?: 'globe' | 'flat';
  readonly print?: (line: string) => void;
}): Promise<void>;
