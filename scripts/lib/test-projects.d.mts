export interface Project {
  readonly name: 'unit' | 'component' | 'recovery' | 'integration' | 'browser';
  readonly include: string[];
  readonly exclude: string[];
  readonly startsServers: boolean;
  readonly has: (file: string) => boolean;
}
export declare const PROJECTS: readonly Project[];
export declare function projectOf(file: string): Project['name'] | null;
export declare function projectNamed(name: Project['name']): Project;
