export function hashOf(root: string, paths: readonly string[], words?: readonly string[]): string;
