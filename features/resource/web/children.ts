// The 14 children of 资源管理 (specification §2), in the order of its side menu.
import { RESOURCE_KINDS, type ResourceKind } from '../resource.ts';

interface Child {
  /** Path below /resource, spelled as in the specification. */
  readonly path: string;
  /** What the page's table lists: resources of these kinds, or another kind of object. */
  readonly lists: readonly ResourceKind[] | 'camera' | 'monitor' | 'grid';
}

const ofKind = <const K extends ResourceKind>(kind: K) => ({ path: kind, lists: [kind] as const });

export const CHILDREN = [
  { path: 'resourceList', lists: RESOURCE_KINDS },
  { path: 'camera', lists: 'camera' },
  { path: 'monitor', lists: 'monitor' },
  ofKind('fireCommand'),
  ofKind('cemetery'),
  ofKind('checkStation'),
  { path: 'grid', lists: 'grid' },
  ofKind('materialRepository'),
  ofKind('team'),
  ofKind('watchTower'),
  ofKind('waterSource'),
  ofKind('DangerSource'),
  ofKind('HelicopterPoint'),
  ofKind('uav'),
] as const satisfies readonly Child[];
