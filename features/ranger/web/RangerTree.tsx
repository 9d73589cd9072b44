// The rangers by grid: checked ones are replayed, and a click on a name shows the ranger on the map.

import { formatTime } from '@lookout/contract';
import { useGlobeRoom } from '@lookout/web/globe/use-globe-room.ts';
import { useGridTree } from '@lookout/web/shared/GridPicker.tsx';
import { useConnection, useLoadState, useNow, useRecords, useServices } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { isBroken } from '@lookout/web/stores/connection.ts';
import { Button, Empty, Input, Segmented, Skeleton, Tree, type TreeDataNode } from 'antd';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { isOnlineAt } from '../../resource/parts/markers.ts';
import { rangerRecords } from '../parts/ranger-records.ts';
import type { ListedRanger } from '../ranger.ts';
import { useRangerMessages } from './messages.ts';
import { isLate, RANGER_FILTERS, type RangerBranch, type RangerFilter, rangersBelow, rangerTree, tallyOf } from './ranger-tree.ts';

interface Props {
  readonly chosen: readonly string[];
  /** All ids that are checked now, including those not shown. */
  readonly onChoose: (ids: readonly string[]) => void;
}

/** With at most this many rangers, the whole tree is expanded at first. */
const SHORT = 60;

export function RangerTree({ chosen, onChoose }: Props) {
  const messages = useRangerMessages();
  const rangers = useRecords(rangerRecords);
  const grids = useGridTree();
  const now = useNow();
  const broken = isBroken(useConnection());
  const [filter, setFilter] = useState<RangerFilter>('all');
  const [text, setText] = useState('');
  // With ten thousand moving rangers the tree is deferred, so that the map stays smooth.
  const settled = useDeferredValue(rangers);
  const branches = useMemo(() => rangerTree(settled, grids.data ?? [], { filter, text, now }), [settled, grids.data, filter, text, now]);
  const all = useMemo(() => tallyOf(rangerTree(settled, grids.data ?? [], { filter: 'all', text: '', now })), [settled, grids.data, now]);
  return (
    <>
      <header className="ranger-head">
        <h2>{messages.title}</h2>
        <span className="tabular hint">{messages.counts(all.online, all.total, all.busy)}</span>
      </header>
      <Input.Search
        allowClear
        placeholder={messages.search}
        aria-label={messages.search}
        onChange={({ target }) => setText(target.value)}
      />
      <Segmented
        block
        size="small"
        aria-label={messages.filter}
        value={filter}
        onChange={setFilter}
        options={RANGER_FILTERS.map((value) => ({ value, label: messages.filters[value] }))}
      />
      {broken && (
        <p className="ranger-stale" role="status">
          {messages.stale}
        </p>
      )}
      <Branches
        branches={branches}
        isNarrowed={settled.length > 0}
        isSearched={text.trim() !== ''}
        chosen={chosen}
        now={now}
        onChoose={onChoose}
      />
    </>
  );
}

interface BranchesProps extends Props {
  readonly branches: readonly RangerBranch[];
  /** Whether a filter hides rangers that exist. */
  readonly isNarrowed: boolean;
  readonly isSearched: boolean;
  readonly now: number;
}

function Branches({ branches, isNarrowed, isSearched, chosen, now, onChoose }: BranchesProps) {
  const messages = useRangerMessages();
  const load = useLoadState(rangerRecords);
  const { reloadRecords } = useServices();
  const room = useGlobeRoom();
  const [box, height] = useHeight();
  /** null: the default, where a short tree is fully expanded. */
  const [opened, setOpened] = useState<readonly string[] | null>(null);
  const shown = useMemo(() => branches.flatMap(rangersBelow), [branches]);
  const data = useMemo(() => branches.map((branch) => nodeOf(branch, now)), [branches, now]);
  const byId = useMemo(() => new Map(shown.map((ranger) => [ranger.userId, ranger])), [shown]);
  if (load === 'loading' || load === 'empty') return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  if (load === 'failed')
    return (
      <p role="alert" className="ranger-stale">
        {messages.failed} <Button onClick={reloadRecords}>{messages.retry}</Button>
      </p>
    );
  if (branches.length === 0)
    return (
      <Empty
        image={Empty.PRESENTED_IMAGE_SIMPLE}
        description={isNarrowed ? messages.noneFound : `${messages.empty}${marks().stop}${messages.emptyHint}`}
      />
    );
  const expanded: readonly string[] =
    isSearched || (opened === null && shown.length <= SHORT) ? branches.flatMap(keysOf) : (opened ?? branches.map(keyOf));
  const check = (keys: readonly string[]) => {
    const ticked = new Set(keys);
    // Ordered as they were chosen, so that each ranger keeps the same colour.
    const remaining = chosen.filter((id) => ticked.has(id) || !byId.has(id));
    onChoose([...remaining, ...keys.filter((key) => byId.has(key) && !remaining.includes(key))]);
  };
  return (
    <>
      <p className="hint">{messages.treeHint}</p>
      <div ref={box} className="ranger-tree">
        <Tree
          blockNode
          checkable
          height={height}
          treeData={data}
          aria-label={messages.tree}
          expandedKeys={[...expanded]}
          checkedKeys={chosen.filter((id) => byId.has(id))}
          selectedKeys={[]}
          onExpand={(keys) => setOpened(keys.map(String))}
          onCheck={(keys) => check((Array.isArray(keys) ? keys : keys.checked).map(String))}
          onSelect={(_, { node }) => {
            const ranger = byId.get(String(node.key));
            if (ranger)
              room.pointAt({ kind: 'ranger', id: ranger.userId, ...(ranger.last?.position ?? room.view() ?? { lng: 0, lat: 0 }) });
          }}
        />
      </div>
    </>
  );
}

const keyOf = ({ gridNo }: RangerBranch): string => `grid-${gridNo}`;
const keysOf = (branch: RangerBranch): string[] => [keyOf(branch), ...branch.branches.flatMap(keysOf)];

const nodeOf = (branch: RangerBranch, now: number): TreeDataNode => ({
  key: keyOf(branch),
  title: <BranchTitle branch={branch} />,
  selectable: false,
  children: [
    ...branch.branches.map((below) => nodeOf(below, now)),
    ...branch.rangers.map((ranger) => ({
      key: ranger.userId,
      title: <RangerTitle ranger={ranger} isOnline={isOnlineAt(ranger, now)} />,
      isLeaf: true,
    })),
  ],
});

function BranchTitle({ branch: { name, tally } }: { readonly branch: RangerBranch }) {
  const messages = useRangerMessages();
  return (
    <span className="ranger-branch">
      <span className="cut">{name}</span>
      {tally.busy > 0 && (
        <span className="tag" data-state="busy">
          {messages.busy(tally.busy)}
        </span>
      )}
      <span className="tabular hint">{messages.branch(tally.online, tally.total)}</span>
    </span>
  );
}

function RangerTitle({ ranger, isOnline }: { readonly ranger: ListedRanger; readonly isOnline: boolean }) {
  const messages = useRangerMessages();
  const { fullName, last, taskIds } = ranger;
  return (
    <span className="ranger-leaf">
      <span className="line">
        <strong className="cut">{fullName}</strong>
        <span className="tag" data-online={isOnline}>
          {isOnline ? messages.online : messages.offline}
        </span>
        {taskIds.length > 0 && (
          <span className="tag" data-state="busy">
            {messages.busy(taskIds.length)}
          </span>
        )}
      </span>
      <span className="tabular hint">
        {last === null ? `${messages.never} · ${messages.noPosition}` : messages.lastContact(formatTime(last.at).slice(5))}
        {last !== null && isLate(ranger) && ` · ${messages.late(formatTime(last.receivedAt).slice(11))}`}
      </span>
    </span>
  );
}

/** Measures the height in pixels, which the virtualized tree needs. */
function useHeight() {
  const [height, setHeight] = useState(400);
  const box = useCallback((element: HTMLDivElement) => {
    const size = new ResizeObserver(() => setHeight(element.clientHeight));
    size.observe(element);
    return () => size.disconnect();
  }, []);
  return [box, height] as const;
}
