// The columns of the register of resources, with the acts on each entry.

import type { Named } from '@lookout/domain';
import { useGlobeMessages } from '@lookout/web/globe/messages.ts';
import { useFly } from '@lookout/web/globe/use-globe-room.ts';
import { StoredPhotos } from '@lookout/web/shared/photos/StoredPhotos.tsx';
import { useRight } from '@lookout/web/shared/services.ts';
import { type Column, textCell } from '@lookout/web/shared/table/columns.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { Button, Popover } from 'antd';
import type { ResourceKind } from '../resource.ts';
import { isStale, RESOURCE_FIELDS, type RegisteredResource } from '../resource-care.ts';
import { gridColumn, ownColumn, phoneColumn, positionColumn } from './columns.tsx';
import { useResourcesMessages } from './messages.ts';
import { RemoveButton } from './Removal.tsx';

type Kept = Named<RegisteredResource>;

interface Options {
  /** The kind of all rows; null: several kinds. */
  readonly only: ResourceKind | null;
  readonly at: Date;
  /** A row of this page is stale, and its name needs more room. */
  readonly hasStale: boolean;
  readonly acts: {
    readonly check: (resource: Kept) => void;
    readonly edit: (resource: Kept) => void;
    readonly confirm: (ids: readonly string[]) => void;
    readonly refresh: () => void;
  };
}

export function useRegisterColumns({ only, at, hasStale, acts }: Options): readonly Column<Kept>[] {
  const messages = useResourcesMessages();
  const { card, near } = useGlobeMessages();
  const mayKeep = useRight('set-up-cameras');
  const mayDispatch = useRight('dispatch');
  const fly = useFly();
  return [
    {
      key: 'name',
      dataIndex: 'name',
      title: card.name,
      width: hasStale ? 320 : 176,
      fixed: 'start',
      render: (_, resource) => (
        <div className="line">
          <button
            type="button"
            className="link-button cut"
            title={resource.name}
            onClick={() => fly({ ...resource.position, label: resource.name })}
          >
            {resource.name}
          </button>
          {isStale(resource, at) && (
            <>
              <span className="tag">{messages.stale}</span>
              {mayDispatch && (
                <Button type="link" size="small" aria-label={messages.sendToCheckOf(resource.name)} onClick={() => acts.check(resource)}>
                  {messages.sendToCheck}
                </Button>
              )}
            </>
          )}
        </div>
      ),
    },
    ...(only === null
      ? [{ key: 'kind', title: card.kind, width: 96, ellipsis: true, ...textCell(({ kind }: Kept) => near.kindNames[kind]) }]
      : []),
    ...(only === null ? [] : RESOURCE_FIELDS[only].map((field) => ownColumn<Kept>(field, messages.fieldOf(field)))),
    gridColumn(card.grid, ({ gridName }) => gridName),
    { key: 'leader', dataIndex: 'leaderName', title: card.leader, width: 96, ellipsis: true },
    phoneColumn(card.phone),
    {
      key: 'touched',
      title: messages.touched,
      width: 132,
      className: 'tabular',
      ellipsis: true,
      ...textCell((resource: Kept) => touchedText(resource, messages.touchedBy)),
    },
    { key: 'code', dataIndex: 'code', title: card.code, width: 220, className: 'tabular', ellipsis: true },
    positionColumn(card.position),
    {
      key: 'photos',
      title: messages.form.photos,
      width: 72,
      text: ({ photos }) => photos.length,
      render: (_, { photos }) =>
        photos.length > 0 && (
          <Popover trigger="click" content={<StoredPhotos photos={photos} />}>
            <button type="button" className="link-button">
              {messages.photoCount(photos.length)}
            </button>
          </Popover>
        ),
    },
    ...(mayKeep
      ? [
          {
            key: 'actions',
            title: messages.actions,
            width: 164,
            fixed: 'end' as const,
            render: (_: unknown, resource: Kept) => (
              <div className="resources-acts">
                <Button type="link" size="small" onClick={() => acts.edit(resource)}>
                  {messages.edit}
                </Button>
                <Button type="link" size="small" onClick={() => acts.confirm([resource.id])}>
                  {messages.confirm}
                </Button>
                <RemoveButton resource={resource} onChanged={acts.refresh} />
              </div>
            ),
          },
        ]
      : []),
  ];
}

interface TouchTexts {
  readonly confirmed: string;
  readonly changed: string;
  readonly imported: string;
}

/** When and how the entry was last verified. */
function touchedText({ confirmedAt, changedAt, changedBy }: RegisteredResource, words: TouchTexts): string {
  if (confirmedAt !== null && confirmedAt > changedAt) return `${dayAndMinute(confirmedAt)} ${words.confirmed}`;
  return `${dayAndMinute(changedAt)} ${changedBy === null ? words.imported : words.changed}`;
}
