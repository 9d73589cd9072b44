import { type GridNo, parseGridNo } from '@lookout/domain';
import { useSession } from './services.ts';

/** The grid of who is logged in; null only where the account carries none. */
export const useOwnGrid = (): GridNo | null => parseGridNo(useSession().info?.userDTO.gridNo);
