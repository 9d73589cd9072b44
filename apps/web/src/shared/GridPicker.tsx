// 省 / 市州 / 县区, limited to the user's own grid and the region's locks; locked levels are greyed, not hidden.
import { covers, type GridNo, mapNameOf, parseGridNo } from '@lookout/domain';
import { firstGrid, lockedGrid, pickedGrid } from '@lookout/region';
import { region } from '@region';
import { useQuery } from '@tanstack/react-query';
import { Button, Select, Skeleton, Space } from 'antd';
import { gridSteps, widen } from './grid-steps.ts';
import { useClient, useSession } from './services.ts';
import { useSharedMessages } from './text/messages.ts';

/** The tree of the user's own grid, down to counties; fetched once. */
export function useGridTree() {
  const client = useClient();
  return useQuery({
    queryKey: ['grid-tree'],
    queryFn: () => client.grid.gridTree({ silent: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The full name of the user's own grid (四川省阿坝藏族羌族自治州); empty until it is loaded. */
export function useOwnGridName(): string {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['own-grid'],
    queryFn: () => client.grid.grid({ silent: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.fullName ?? '';
}

interface Props {
  /** The chosen grid; null or absent: the picker starts at the region's default. */
  readonly value?: string | null;
  readonly onChange?: (grid: GridNo) => void;
  readonly id?: string;
}

export function GridPicker({ value, onChange, id }: Props) {
  const shared = useSharedMessages();
  const own = useOwnGrid();
  const tree = useGridTree();
  const fullName = useOwnGridName();
  if (own === null || tree.isPending) return <Skeleton.Input active block />;
  const chosen = parseGridNo(value) ?? firstGrid(own, region.gridLocks);
  const steps = gridSteps(tree.data ?? [], chosen, { no: own, fullName }, region.gridLocks);
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
          // The box has room for 阿坝州; the list shows the full name.
          labelRender={({ label }) => mapNameOf(String(label))}
          popupMatchSelectWidth={false}
          onChange={(next) => onChange?.(next === '' ? widen(chosen, step.level, own) : (next as GridNo))}
        />
      ))}
      {tree.isError && (
        <Button danger title={shared.common.loadFailed} onClick={() => void tree.refetch()}>
          {shared.common.retry}
        </Button>
      )}
    </Space.Compact>
  );
}

/** The user's grid; null only if the account has none. */
export const useOwnGrid = (): GridNo | null => parseGridNo(useSession().info?.userDTO.gridNo);

/**
 * The grid that a filter shows and its list is queried for: the one in the URL, limited by the region's locks. The server does not know the
 * locks: what a user may see is decided by the user's own grid alone.
 */
export function usePickedGrid(requested: string | null): GridNo | null {
  const own = useOwnGrid();
  return own === null ? null : pickedGrid(parseGridNo(requested), own, region.gridLocks);
}

/** Whether the region's locks allow this grid to be chosen. For pickers other than 省/市/县 that list what is in the user's own grid. */
export function useMayPick(): (no: string) => boolean {
  const own = useOwnGrid();
  const bound = own && lockedGrid(own, region.gridLocks);
  return (no) => {
    const grid = parseGridNo(no);
    return bound === own || (bound !== null && grid !== null && covers(bound, grid));
  };
}
