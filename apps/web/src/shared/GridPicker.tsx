// 省 / 市州 / 县区, limited to the user's own grid; locked levels are greyed, not hidden (ui.md 9).
import { type GridNo, parseGridNo } from '@lookout/domain';
import { region } from '@region';
import { useQuery } from '@tanstack/react-query';
import { Select, Skeleton, Space } from 'antd';
import { gridSteps, widen } from './grid-steps.ts';
import { useClient, useSession } from './services.ts';
import { useSharedMessages } from './text/messages.ts';

/** The tree of the user's own grid, down to counties; fetched once. */
export function useGridTree() {
  const client = useClient();
  return useQuery({
    queryKey: ['grid-tree'],
    queryFn: () => client.grids.gridTree({ silent: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function useOwnGridName(): string {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['own-grid'],
    queryFn: () => client.grids.grid({ silent: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.fullName ?? '';
}

interface Props {
  /** null or absent: the user's own grid. */
  readonly value?: string | null;
  readonly onChange?: (grid: GridNo) => void;
  /** Apply the region's locks (monitoring pickers); administration is limited by the own grid only. */
  readonly withLocks?: boolean;
  readonly id?: string;
}

export function GridPicker({ value, onChange, withLocks = false, id }: Props) {
  const shared = useSharedMessages();
  const { info } = useSession();
  const tree = useGridTree();
  const fullName = useOwnGridName();
  const own = parseGridNo(info?.userDTO.gridNo);
  if (own === null || tree.isPending) return <Skeleton.Input active block />;
  const chosen = parseGridNo(value) ?? own;
  const steps = gridSteps(tree.data ?? [], chosen, { no: own, fullName }, withLocks ? region.gridLocks : null);
  return (
    <Space.Compact block>
      {steps.map((step) => (
        <Select
          key={step.level}
          {...(step.level === 'province' && id !== undefined ? { id } : {})}
          aria-label={shared.grid[step.level]}
          style={{ flex: 1, minWidth: 0 }}
          disabled={step.locked}
          value={step.value ?? ''}
          options={[{ value: '', label: `${shared.grid[step.level]} · ${shared.grid.whole}` }, ...step.options]}
          showSearch={{ optionFilterProp: 'label' }}
          popupMatchSelectWidth={false}
          onChange={(next) => onChange?.(next === '' ? widen(chosen, step.level, own) : (next as GridNo))}
        />
      ))}
    </Space.Compact>
  );
}

/** The user's grid; null only if the account has none. */
export const useOwnGrid = (): GridNo | null => parseGridNo(useSession().info?.userDTO.gridNo);
