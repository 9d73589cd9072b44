// 图层: everything the map can show, by group: visibility, opacity, order. Choices are stored per account.
import { AppstoreOutlined, ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { region } from '@region';
import { Button, Checkbox, Popover, Switch } from 'antd';
import { useState, useSyncExternalStore } from 'react';
import { IconButton } from '../../shared/IconButton.tsx';
import { useLanguage } from '../../shared/language.ts';
import { useServices } from '../../shared/services.ts';
import { LAYER_GROUPS, type LayerGroup, type LayerState, type ShownLayer } from '../../stores/layer-registry.ts';
import '../globe.css';
import { useLayerMessages } from './messages.ts';

export function LayerTree() {
  const messages = useLayerMessages();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      placement="rightTop"
      open={open}
      onOpenChange={setOpen}
      content={<Tree />}
      title={messages.title}
      destroyOnHidden
    >
      <button type="button" title={messages.title} aria-label={messages.title} aria-expanded={open}>
        <AppstoreOutlined />
      </button>
    </Popover>
  );
}

function Tree() {
  const { layers } = useServices();
  const messages = useLayerMessages();
  const rows = useSyncExternalStore(layers.subscribe, layers.list);
  const states = useSyncExternalStore(layers.subscribe, layers.groups);
  const shown = LAYER_GROUPS.filter((group) => states[group] !== undefined || rows.some((row) => row.group === group));
  return (
    <section className="layer-tree" aria-label={messages.tree}>
      {shown.map((group) => (
        <Group key={group} group={group} rows={rows.filter((row) => row.group === group)} state={states[group] ?? null} />
      ))}
    </section>
  );
}

function Group({
  group,
  rows,
  state,
}: {
  readonly group: LayerGroup;
  readonly rows: readonly ShownLayer[];
  readonly state: LayerState | null;
}) {
  const { layers } = useServices();
  const messages = useLayerMessages();
  const hint = hintOf(group, messages.hints);
  const setAll = (visible: boolean) => {
    for (const row of rows) if (row.visible !== visible) layers.setVisible(row.id, visible);
  };
  return (
    <details open={rows.length <= FOLDED_FROM}>
      <summary>
        {messages.groups[group]}
        {rows.length > 0 && (
          <span className="second tabular">{messages.shown(rows.filter(({ visible }) => visible).length, rows.length)}</span>
        )}
      </summary>
      {hint !== null && rows.length > 0 && <p className="layer-hint hint">{hint}</p>}
      {rows.length > FOLDED_FROM && (
        <p className="layer-actions">
          <Button onClick={() => setAll(true)}>{messages.all}</Button>
          <Button onClick={() => setAll(false)}>{messages.none}</Button>
        </p>
      )}
      <ul>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
      {state && <StateLine state={state} empty={messages.groupEmpty[group] ?? messages.empty} />}
    </details>
  );
}

/** A group with this many rows or more starts collapsed and can be switched as a whole. */
const FOLDED_FROM = 9;

function Row({ row }: { readonly row: ShownLayer }) {
  const { layers } = useServices();
  const messages = useLayerMessages();
  const title = row.title[useLanguage()];
  return (
    <li>
      <div className="layer-row">
        <Checkbox checked={row.visible} onChange={({ target }) => layers.setVisible(row.id, target.checked)}>
          {title}
        </Checkbox>
        {row.isOrdered && (
          <span className="layer-order">
            <IconButton label={messages.up(title)} icon={<ArrowUpOutlined />} onClick={() => layers.move(row.id, 'up')} />
            <IconButton label={messages.down(title)} icon={<ArrowDownOutlined />} onClick={() => layers.move(row.id, 'down')} />
          </span>
        )}
      </div>
      {row.opacity !== null && row.visible && (
        <label className="layer-opacity hint line">
          <input
            type="range"
            min={0}
            max={100}
            step={5}
            value={Math.round(row.opacity * 100)}
            aria-label={messages.opacity(title)}
            onChange={({ target }) => layers.setOpacity(row.id, Number(target.value) / 100)}
          />
          <span className="tabular">{Math.round(row.opacity * 100)}%</span>
        </label>
      )}
      {row.visible && <StateLine state={row.state} empty={messages.empty} />}
    </li>
  );
}

function StateLine({ state, empty }: { readonly state: LayerState; readonly empty: string }) {
  const messages = useLayerMessages();
  if (state.kind === 'ready') return null;
  return (
    <p role="status" className="layer-state hint">
      {state.kind === 'loading' && messages.loading}
      {state.kind === 'empty' && empty}
      {state.kind === 'cut' && messages.cut(state.drawn)}
      {state.kind === 'failed' && (
        <>
          {messages.failed} <Button onClick={state.retry}>{messages.retry}</Button>
        </>
      )}
    </p>
  );
}

function hintOf(group: LayerGroup, hints: ReturnType<typeof useLayerMessages>['hints']): string | null {
  if (group === 'vector') return hints.vector((region.vectorTilesBelowMetres / 1000).toLocaleString());
  return group === 'scenes' ? hints.scenes : null;
}

/** Switches of layer rows inside a panel, the same rows as in the layer tree. */
/** @param isWanted selects the registry's rows */
export function LayerSwitches({ isWanted }: { readonly isWanted: (row: ShownLayer) => boolean }) {
  const { layers } = useServices();
  const language = useLanguage();
  const messages = useLayerMessages();
  const rows = useSyncExternalStore(layers.subscribe, layers.list).filter(isWanted);
  if (rows.length === 0) return null;
  return (
    <fieldset className="tab-switches">
      <legend className="visually-hidden">{messages.onMap}</legend>
      {rows.map(({ id, title, visible }) => {
        const name = title[language];
        return (
          <span key={id}>
            <Switch size="small" checked={visible} aria-label={name} onChange={(next) => layers.setVisible(id, next)} /> {name}
          </span>
        );
      })}
    </fieldset>
  );
}
