// The tool bar next to the map's controls: measure, search, select, plot, picture, print, and a link to this view.
import {
  AimOutlined,
  BorderOuterOutlined,
  CameraOutlined,
  ColumnWidthOutlined,
  EditOutlined,
  LinkOutlined,
  PrinterOutlined,
  SearchOutlined,
} from '@ant-design/icons';
import { PlotTool } from '@lookout/features/plot/parts/PlotTool.tsx';
import { App } from 'antd';
import { type ReactNode, useState } from 'react';
import { marks } from '../../shared/text/marks.ts';
import { NearPanel } from '../NearPanel.tsx';
import type { MountedGlobe } from '../room.ts';
import { BoxTool } from './box/BoxTool.tsx';
import { MapSearch } from './MapSearch.tsx';
import { MeasureTool } from './measure/MeasureTool.tsx';
import { PrintView, savePng, usePicture } from './picture/PrintView.tsx';
import { ToolPanel } from './ToolPanel.tsx';
import { type ToolId, useToolState, useToolStore } from './tool-store.ts';
import './tools.css';
import { useToolMessages } from './messages.ts';

interface Props {
  readonly mounted: MountedGlobe;
  readonly entryOpen: boolean;
  readonly onEntry: () => void;
  /** Copies the address of this view and confirms it. */
  readonly onCopyLink: () => void;
}

interface Button {
  readonly label: string;
  readonly icon: ReactNode;
  readonly run: () => void;
  readonly pressed?: boolean;
  /** Marks an unsaved draft. */
  readonly note?: string;
}

export function ToolBar({ mounted, entryOpen, onEntry, onCopyLink }: Props) {
  const messages = useToolMessages();
  const { message } = App.useApp();
  const store = useToolStore();
  const open = useToolState((state) => state.open);
  const hasDraft = useToolState((state) => state.sketch !== null);
  const takePicture = usePicture(mounted);
  const [printed, setPrinted] = useState<{ readonly picture: string; readonly time: string } | null>(null);
  const tool = (id: ToolId, icon: ReactNode): Button => ({
    label: messages.names[id],
    icon,
    pressed: open === id,
    run: () => store.toggle(id),
  });
  const failed = () => void message.error(messages.picture.failed);
  const save = async () => {
    const { canvas, time } = await takePicture();
    await savePng(canvas, `${messages.picture.file} ${time.replaceAll(':', '')}.png`);
    void message.success(messages.picture.taken);
  };
  const print = async () => {
    const { canvas, time } = await takePicture();
    setPrinted({ picture: canvas.toDataURL('image/png'), time });
  };
  const buttons: readonly Button[] = [
    tool('measure', <ColumnWidthOutlined />),
    tool('search', <SearchOutlined />),
    { label: messages.names.entry, icon: <AimOutlined />, pressed: entryOpen, run: onEntry },
    tool('box', <BorderOuterOutlined />),
    { ...tool('plots', <EditOutlined />), ...(hasDraft && { note: messages.plots.unsavedDraft }) },
    { label: messages.names.picture, icon: <CameraOutlined />, run: () => void save().catch(failed) },
    { label: messages.names.print, icon: <PrinterOutlined />, run: () => void print().catch(failed) },
    { label: messages.names.link, icon: <LinkOutlined />, run: onCopyLink },
  ];
  return (
    <>
      <div className="tool-bar strip" role="toolbar" aria-label={messages.bar} aria-orientation="vertical">
        {buttons.map(({ label, icon, run, pressed, note }) => (
          <button
            key={label}
            type="button"
            title={note === undefined ? label : `${label}${marks().brackets(note)}`}
            aria-label={label}
            aria-description={note}
            aria-pressed={pressed}
            data-unsaved={note !== undefined}
            onClick={run}
          >
            {icon}
          </button>
        ))}
      </div>
      <OpenTool mounted={mounted} />
      {printed && <PrintView {...printed} map={mounted.map} onDone={() => setPrinted(null)} />}
    </>
  );
}

function OpenTool({ mounted }: { readonly mounted: MountedGlobe }) {
  const messages = useToolMessages();
  const open = useToolState((state) => state.open);
  const near = useToolState((state) => state.near);
  switch (open) {
    case 'measure':
      return <MeasureTool mounted={mounted} />;
    case 'search':
      return <MapSearch mounted={mounted} />;
    case 'box':
      return <BoxTool mounted={mounted} />;
    case 'plots':
      return <PlotTool mounted={mounted} />;
    case 'near':
      return (
        <ToolPanel title={messages.names.near} hint={null}>
          {near && <NearPanel key={`${near.lng},${near.lat}`} position={near} />}
        </ToolPanel>
      );
    case null:
      return null;
  }
}
