import { type ActingOfficer, NATION, parseGridNo } from '@lookout/domain';
import { useMemo } from 'react';
import { useSession } from '../../../shared/services.ts';

/** Who sits at this desk. */
export function useOfficer(): ActingOfficer {
  const { info, rights } = useSession();
  const { id: accountId = '', gridNo } = info?.userDTO ?? {};
  return useMemo(() => ({ accountId, gridNo: parseGridNo(gridNo) ?? NATION, rights }), [accountId, gridNo, rights]);
}
