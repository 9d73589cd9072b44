// 各网格数量: the number of assets of the listed kinds in each county; a click filters the table by it.

import type { GridNo } from '@lookout/domain';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { useCall } from '@lookout/web/shared/use-call.ts';
import { Button, Empty, Popover, Progress, Skeleton } from 'antd';
import { useState } from 'react';
import type { ResourceKind } from '../resource.ts';
import { useResourcesMessages } from './messages.ts';

interface Props {
  readonly kinds: readonly ResourceKind[];
  readonly gridNo: GridNo | null;
  readonly onPick: (gridNo: GridNo) => void;
}

export function GridCounts(props: Props) {
  const messages = useResourcesMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover open={isOpen} onOpenChange={setOpen} trigger="click" placement="bottomLeft" destroyOnHidden content={<Bars {...props} />}>
      <Button aria-expanded={isOpen}>{messages.counts}</Button>
    </Popover>
  );
}

function Bars({ kinds, gridNo, onPick }: Props) {
  const messages = useResourcesMessages();
  const client = useClient();
  const counts = useCall(['resource-counts', gridNo], client.resource.counts, { query: { gridNo, level: 'county' } });
  if (counts.isPending) return <Skeleton active />;
  if (counts.isError) return <LoadFailed error={counts.error} onRetry={() => void counts.refetch()} />;
  const grids = new Map<GridNo, { readonly name: string; count: number }>();
  for (const { gridNo: no, gridName, kind, count } of counts.data) {
    if (!kinds.some((one) => one === kind)) continue;
    const grid = grids.get(no) ?? { name: gridName, count: 0 };
    grid.count += count;
    grids.set(no, grid);
  }
  const sorted = [...grids].toSorted(([, a], [, b]) => b.count - a.count);
  const most = sorted[0]?.[1].count ?? 1;
  if (sorted.length === 0) return <Empty description={messages.noCounts} />;
  return (
    <div className="resources-counts">
      {sorted.map(([no, { name, count }]) => (
        <button type="button" key={no} className="link-button" onClick={() => onPick(no)}>
          <span>{name}</span>
          <Progress percent={(count / most) * 100} showInfo={false} size="small" />
          <span className="tabular">{count}</span>
        </button>
      ))}
    </div>
  );
}
