// 火险规则: the points by which LY/T 1172 rates a day in a grid, its holidays, and what raises the warned level. Entries remain until they are
// saved or discarded.
import { CallFailed } from '@lookout/client';
import { formatTime } from '@lookout/contract';
import { type GridNo, NATION } from '@lookout/domain';
import { GridPicker, useOwnGrid } from '@lookout/web/shared/GridPicker.tsx';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient, useRight } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Skeleton, Space, Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { type DayExtremes, dangerRatingOf } from '../../danger-rating.ts';
import type { GridDangerRules } from '../../danger-rules.ts';
import { type Draft, draftOf, faultsOf, hasFaults, isChanged } from './draft.ts';
import { HolidayEditor } from './HolidayEditor.tsx';
import { useRulesMessages } from './messages.ts';
import { RaisingEditor } from './RaisingEditor.tsx';
import { RatingEditor } from './RatingEditor.tsx';
import './rules.css';

const CONFLICT = 409;
/** The day of the example, with Beaufort 5, in April. */
const EXAMPLE: DayExtremes = { highestCelsius: 28, lowestHumidityPercent: 25, strongestWindKilometresPerHour: 33 };
const EXAMPLE_SPELL = { days: 8, isAtLeast: false } as const;
const APRIL = 4;

export function RulesPage() {
  const messages = useRulesMessages();
  const client = useClient();
  const { modal } = App.useApp();
  const own = useOwnGrid();
  const [picked, setPicked] = useState<GridNo | null>(null);
  const [isDirty, setDirty] = useState(false);
  const gridNo = picked ?? own;
  const rules = useQuery({
    queryKey: ['danger-rules', gridNo],
    queryFn: ({ signal }) => client.danger.dangerRules({ query: { gridNo: gridNo ?? '' }, silent: true, signal }),
    enabled: gridNo !== null,
  });
  const pick = (next: GridNo) => {
    const go = () => {
      setDirty(false);
      setPicked(next);
    };
    if (!isDirty) return go();
    void modal.confirm({ title: messages.discard, okText: messages.discardOk, cancelText: messages.keep, onOk: go });
  };
  return (
    <div className="danger-rules page">
      <header>
        <h1>{messages.title}</h1>
        <div className="rules-grid">
          <GridPicker value={gridNo} onChange={pick} />
        </div>
      </header>
      <p className="hint">{messages.hint}</p>
      {rules.isPending && <Skeleton active />}
      {rules.isError && <LoadFailed error={rules.error} onRetry={() => void rules.refetch()} />}
      {rules.data && <Editor key={gridNo} rules={rules.data} onDirty={setDirty} />}
    </div>
  );
}

interface EditorProps {
  readonly rules: GridDangerRules;
  readonly onDirty: (isDirty: boolean) => void;
}

function Editor({ rules, onDirty }: EditorProps) {
  const messages = useRulesMessages();
  const client = useClient();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const may = useRight('dispatch');
  /** null: no changes. */
  const [typed, setTyped] = useState<Draft | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const draft = typed ?? draftOf(rules);
  const changed = isChanged(draft, rules);
  const faults = faultsOf(draft);
  const keep = (next: GridDangerRules) => queries.setQueryData(['danger-rules', rules.gridNo], next);
  const change = (next: Draft | null) => {
    setTyped(next);
    onDirty(next !== null && isChanged(next, rules));
  };
  const save = async () => {
    setBusy(true);
    setFailed(null);
    try {
      keep(await client.danger.saveDangerRules({ body: { ...draft, gridNo: rules.gridNo, version: rules.own?.version ?? 0 } }));
      change(null);
      void message.success(messages.saved);
      // All days are reloaded, because the new rules apply to every day.
      for (const name of ['tab-risk', 'danger', 'danger-grid', 'danger-cell']) void queries.invalidateQueries({ queryKey: [name] });
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      const isLate = error.outcome.kind === 'error' && error.outcome.code === CONFLICT;
      // The current rules are shown next to the entries, and the next save states their version.
      if (isLate) keep(error.data as GridDangerRules);
      setFailed(isLate ? `${error.message}${marks().stop}${messages.conflict}` : `${messages.failed}${marks().brackets(error.message)}`);
    } finally {
      setBusy(false);
    }
  };
  const table = draft.rating ?? rules.rating;
  const { htz, level } = dangerRatingOf(EXAMPLE, EXAMPLE_SPELL, APRIL, table);
  return (
    <>
      {!may && <Alert type="info" showIcon title={messages.mayNot} />}
      {failed !== null && <Alert type="error" showIcon role="alert" title={failed} />}
      <div className="rules-body">
        <Part
          title={messages.rating}
          rules={rules}
          from={rules.ratingFrom}
          isOwn={draft.rating !== null}
          onOwn={may ? (isOwn) => change({ ...draft, rating: isOwn ? rules.rating : null }) : null}
        >
          <p className="tabular">{messages.example(htz, level)}</p>
          <RatingEditor
            table={table}
            faults={faults.parts}
            onChange={may && draft.rating !== null ? (rating) => change({ ...draft, rating }) : null}
          />
        </Part>
        <Part
          title={messages.holidays}
          rules={rules}
          from={rules.holidaysFrom}
          isOwn={draft.holidays !== null}
          onOwn={may ? (isOwn) => change({ ...draft, holidays: isOwn ? rules.holidays : null }) : null}
        >
          <HolidayEditor
            holidays={draft.holidays ?? rules.holidays}
            faults={faults.holidays}
            onChange={may && draft.holidays !== null ? (holidays) => change({ ...draft, holidays }) : null}
          />
        </Part>
        <Part
          title={messages.raising}
          rules={rules}
          from={rules.raisingFrom}
          isOwn={draft.raising !== null}
          onOwn={may ? (isOwn) => change({ ...draft, raising: isOwn ? rules.raising : null }) : null}
        >
          <RaisingEditor
            raising={draft.raising ?? rules.raising}
            fault={faults.raising}
            onChange={may && draft.raising !== null ? (raising) => change({ ...draft, raising }) : null}
          />
        </Part>
      </div>
      {may && (
        <footer className="rules-foot panel line">
          {changed && <span role="status">{messages.unsaved}</span>}
          <div className="gap" />
          <Button disabled={!changed || isBusy} onClick={() => change(null)}>
            {messages.undo}
          </Button>
          <Button type="primary" loading={isBusy} disabled={!changed || hasFaults(faults)} onClick={() => void save()}>
            {messages.save}
          </Button>
        </footer>
      )}
    </>
  );
}

interface PartProps {
  readonly title: string;
  readonly rules: GridDangerRules;
  /** The grid that set the rules in force. */
  readonly from: string | null;
  /** Set for this grid in the current draft. */
  readonly isOwn: boolean;
  /** null: this officer may not change it. */
  readonly onOwn: ((isOwn: boolean) => void) | null;
  readonly children: ReactNode;
}

function Part({ title, rules: { gridNo, own }, from, isOwn, onOwn, children }: PartProps) {
  const messages = useRulesMessages();
  // The rules of the grids above are not known here until the grid's own rules are given up.
  const isTop = gridNo === NATION;
  const isGivenUp = !isOwn && from === gridNo;
  const above = from === null ? messages.from.product : messages.from.above(from);
  const origin = isOwn ? messages.from.own : isGivenUp ? (isTop ? messages.from.reset : messages.from.later) : above;
  return (
    <section className="rules-section" aria-label={title}>
      <Space className="rules-head" wrap>
        <h2>{title}</h2>
        <Tag color={isOwn ? 'processing' : 'default'}>{origin}</Tag>
        {isOwn && from === gridNo && own !== null && (
          <span className="second">{messages.changed(own.changedBy, formatTime(own.changedAt))}</span>
        )}
        {onOwn && (
          <Button size="small" onClick={() => onOwn(!isOwn)}>
            {isOwn ? (isTop ? messages.useProduct : messages.useAbove) : messages.setOwn}
          </Button>
        )}
      </Space>
      {!isGivenUp && children}
    </section>
  );
}
