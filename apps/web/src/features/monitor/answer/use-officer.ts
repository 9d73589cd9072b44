import { type GridNo, NATION, parseGridNo } from '@lookout/domain';
import { useMemo } from 'react';
import { useSession } from '../../../shared/services.ts';
import type { Officer } from './offer.ts';

/** Who sits at this desk. */
export function useOfficer(): Officer {
  const { info, rights } = useSession();
  const { id: userId = '', gridNo } = info?.userDTO ?? {};
  return useMemo(() => ({ userId, gridNo: (parseGridNo(gridNo) ?? NATION) as GridNo, rights }), [userId, gridNo, rights]);
}
