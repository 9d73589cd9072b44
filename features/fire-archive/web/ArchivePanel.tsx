// The archive of one fire: its tabs, saving, conflicts with another officer's change, sealing, versions, and the report.

import { type CallFailed, isLineLost } from '@lookout/client';
import { formatTime } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { isConflict, useSend } from '@lookout/web/shared/form/use-send.ts';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { oneOf, type UrlState } from '@lookout/web/shared/url-state.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Skeleton, Tabs } from 'antd';
import { useEffect, useState } from 'react';
import type { FireArchive } from '../fire-archive.ts';
import type { FireArchiveFile } from '../fire-archive.wire.ts';
import { AreaTab } from './AreaTab.tsx';
import type { BurnPreview } from './BurnMapping.tsx';
import { begunFrom, type Editing, over, withChange } from './draft.ts';
import { EventsTab } from './EventsTab.tsx';
import { LossesTab } from './LossesTab.tsx';
import { useFireArchiveMessages } from './messages.ts';
import { ReportButtons } from './ReportButtons.tsx';
import { ReviewTab } from './ReviewTab.tsx';
import type { ShownOnGlobe } from './use-archive-on-globe.ts';
import { VersionsTab } from './VersionsTab.tsx';

const TABS = ['events', 'area', 'losses', 'review', 'versions'] as const;

interface Props {
  readonly fireId: string;
  readonly url: UrlState;
  readonly onShow: (shown: ShownOnGlobe | null) => void;
}

export function ArchivePanel({ fireId, url, onShow }: Props) {
  const messages = useFireArchiveMessages();
  const client = useClient();
  const version = url.get('version');
  const file = useQuery({
    queryKey: ['fire-archives', 'one', fireId, version],
    queryFn: ({ signal }) =>
      client.fireArchive.archiveOne({ query: { fireId, ...(version !== null && { version }) }, silent: true, signal }),
  });
  return (
    <>
      <header className="archive-head line">
        <Button size="small" onClick={() => url.set({ fire: null, version: null, tab: null, page: url.get('page') })}>
          {messages.back}
        </Button>
        <h2 className="cut">{file.data?.fire.formattedAddress ?? messages.title}</h2>
      </header>
      {file.isPending && <Skeleton active className="tab-wait" paragraph={{ rows: 8 }} />}
      {!file.data && file.isError && (
        <div className="tab-fault">
          <LoadFailed error={file.error} onRetry={() => void file.refetch()} />
        </div>
      )}
      {file.data && <Opened key={file.data.archive?.id ?? 'none'} file={file.data} url={url} onShow={onShow} />}
    </>
  );
}

interface OpenedProps {
  readonly file: FireArchiveFile;
  readonly url: UrlState;
  readonly onShow: (shown: ShownOnGlobe | null) => void;
}

/** The draft of an archive as it is edited, and the acts on it. After a conflict or a fault the entries remain. */
function useArchiveDraft({ archive, fire }: FireArchiveFile, url: UrlState) {
  const messages = useFireArchiveMessages();
  const client = useClient();
  const queries = useQueryClient();
  const [editing, setEditing] = useState<Editing | null>(archive && begunFrom(archive));
  const [conflict, setConflict] = useState<Named<FireArchive> | null>(null);
  const { isBusy, failed, send } = useSend({
    failure: (error) => (conflictOf(error) ? null : isLineLost(error) ? messages.failed : reasonOf(error)),
    onRefused: (error) => setConflict(conflictOf(error)),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: ['fire-archives'] });

  /** @returns whether the act succeeded */
  const attempt = (act: () => Promise<Named<FireArchive>>, done: string | null): Promise<boolean> => {
    setConflict(null);
    return send(async () => {
      setEditing(begunFrom(await act()));
      await refresh();
    }, done);
  };
  const open = async (reason: string | null) => {
    const body = { fireId: fire.id, reason };
    if (await attempt(() => client.fireArchive.openArchive({ body, silent: true }), null)) url.set({ version: null });
  };
  const save = async ({ archiveId: id, revision, assessment }: Editing) => {
    await attempt(() => client.fireArchive.reviseArchive({ params: { id }, body: { revision, assessment }, silent: true }), messages.saved);
  };
  const seal = async ({ archiveId: id, revision }: Editing) => {
    await attempt(() => client.fireArchive.sealArchive({ body: { id, revision }, silent: true }), messages.sealed);
  };
  /** Ends a conflict. */
  const settle = (next: Editing) => {
    setEditing(next);
    setConflict(null);
  };
  return { editing, setEditing, conflict, settle, refresh, isBusy, failed, open, save, seal };
}

function Opened({ file, url, onShow }: OpenedProps) {
  const messages = useFireArchiveMessages();
  const { archive, fire } = file;
  const draft = useArchiveDraft(file, url);
  const { editing, setEditing } = draft;
  const isDraft = archive !== null && archive.seal === null;
  const [preview, setPreview] = useState<BurnPreview | null>(null);
  const burned = editing?.assessment.burned;
  const polygons = preview?.polygons ?? burned?.polygons;
  const patches = preview?.patches ?? burned?.mapping?.patches;

  useEffect(() => {
    onShow({ file, polygons: polygons ?? [], patches: patches ?? [] });
  }, [file, polygons, patches, onShow]);

  const change = isDraft ? (part: Parameters<typeof withChange>[1]) => setEditing((now) => now && withChange(now, part)) : null;
  const stands = archive?.assessment ?? null;

  return (
    <>
      <div className="archive-state line">
        <span className="tag" data-archive={archive === null ? 'none' : archive.seal === null ? 'draft' : 'sealed'}>
          {messages.states[archive === null ? 'none' : archive.seal === null ? 'draft' : 'sealed']}
        </span>
        {archive && <span className="tabular">{messages.version(archive.version)}</span>}
        {editing?.isChanged && <span className="archive-unsaved">{messages.unsaved}</span>}
        <span className="gap" />
        <ReportButtons fireId={fire.id} version={archive?.version ?? null} name={fire.gridName} />
      </div>
      <Tabs
        className="archive-tabs"
        size="small"
        activeKey={oneOf(TABS, url.get('tab')) ?? 'events'}
        onChange={(tab) => url.set({ tab, page: url.get('page') })}
        items={[
          { key: 'events', label: messages.tabs.events, children: <EventsTab file={file} /> },
          ...(editing === null || stands === null
            ? []
            : [
                {
                  key: 'area',
                  label: messages.tabs.area,
                  children: (
                    <AreaTab
                      fireId={fire.id}
                      draft={editing.assessment}
                      stands={stands}
                      isChanged={editing.isChanged}
                      onChange={change}
                      onPreview={setPreview}
                    />
                  ),
                },
                {
                  key: 'losses',
                  label: messages.tabs.losses,
                  children: <LossesTab draft={editing.assessment} onChange={change} />,
                },
                { key: 'review', label: messages.tabs.review, children: <ReviewTab draft={editing.assessment} onChange={change} /> },
              ]),
          { key: 'versions', label: messages.tabs.versions, children: <VersionsTab file={file} url={url} /> },
        ]}
      />
      <Foot file={file} draft={draft} />
    </>
  );
}

interface FootProps {
  readonly file: FireArchiveFile;
  readonly draft: ReturnType<typeof useArchiveDraft>;
}

/** What a colleague or the server objects to, and the acts that are possible now. */
function Foot({ file: { archive, versions }, draft }: FootProps) {
  const messages = useFireArchiveMessages();
  const { editing, conflict, settle, refresh, isBusy: busy, failed, open, save, seal } = draft;
  const [isSealing, setIsSealing] = useState(false);
  const isDraft = archive !== null && archive.seal === null;
  return (
    <footer className="archive-foot stack">
      {conflict && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={messages.conflict(conflict.changedBy)}
          description={
            <div className="line">
              <Button
                size="small"
                onClick={() => {
                  settle(begunFrom(conflict));
                  void refresh();
                }}
              >
                {messages.takeTheirs}
              </Button>
              {conflict.seal === null && editing !== null && conflict.id === editing.archiveId && (
                <Button size="small" onClick={() => settle(over(editing, conflict))}>
                  {messages.keepMine}
                </Button>
              )}
            </div>
          }
        />
      )}
      {failed && (
        <p role="alert" className="field-fault">
          {failed}
        </p>
      )}
      {archive === null && (
        <>
          <p className="second">{messages.openHint}</p>
          <Button type="primary" disabled={busy} onClick={() => void open(null)}>
            {messages.open}
          </Button>
        </>
      )}
      {archive?.seal && <Correction archive={archive} busy={busy} isNewest={archive.version === versions[0]?.version} onOpen={open} />}
      {isDraft && !isSealing && (
        <div className="line">
          <Button type="primary" disabled={busy || !editing?.isChanged} onClick={() => void (editing && save(editing))}>
            {messages.save}
          </Button>
          <Button
            disabled={busy || editing?.isChanged === true}
            title={editing?.isChanged ? messages.sealNeeds : ''}
            onClick={() => setIsSealing(true)}
          >
            {messages.seal}
          </Button>
        </div>
      )}
      {isDraft && isSealing && (
        <section className="stack" aria-label={messages.seal}>
          <p>{messages.sealAsk}</p>
          <div className="line">
            <Button
              type="primary"
              danger
              disabled={busy}
              autoFocus
              onClick={() => void (editing && seal(editing).then(() => setIsSealing(false)))}
            >
              {messages.seal}
            </Button>
            <Button onClick={() => setIsSealing(false)}>{messages.cancel}</Button>
          </div>
        </section>
      )}
    </footer>
  );
}

/** The archive as a colleague saved it first. */
const conflictOf = (error: CallFailed) => (isConflict(error) ? (error.data as Named<FireArchive> | null) : null);

/** The messages of the fields at fault are more specific than the message of the whole call. */
const reasonOf = (error: CallFailed): string =>
  error.fields.length > 0 ? error.fields.map(({ message }) => message).join('; ') : error.message;

interface CorrectionProps {
  readonly archive: FireArchive;
  readonly busy: boolean;
  readonly isNewest: boolean;
  readonly onOpen: (reason: string) => Promise<void>;
}

/** A sealed version: who sealed it, and the control to begin a new one. */
function Correction({ archive: { seal }, busy, isNewest, onOpen }: CorrectionProps) {
  const messages = useFireArchiveMessages();
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  if (seal === null) return null;
  return (
    <>
      <p className="second">{messages.sealedNote(seal.by, formatTime(seal.at))}</p>
      {isNewest && (
        <form
          className="line"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            setIsMissing(reason.trim() === '');
            if (reason.trim() !== '') void onOpen(reason.trim());
          }}
        >
          <TextInput
            value={reason}
            most={500}
            aria-label={messages.reason}
            placeholder={messages.reason}
            status={isMissing ? 'error' : ''}
            onChange={({ target }) => setReason(target.value)}
          />
          <Button htmlType="submit" disabled={busy}>
            {messages.reopen}
          </Button>
        </form>
      )}
      {isMissing && (
        <p role="alert" className="field-fault">
          {messages.reasonNeeded}
        </p>
      )}
    </>
  );
}
