// 资源管理: 14 child pages, each a table next to the map (specification §2).
import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { GlobeStage } from '@lookout/web/globe/GlobeStage.tsx';
import { PositionTakingContext, useTakenClicks } from '@lookout/web/globe/PointField.tsx';
import { useUrlState } from '@lookout/web/shared/url-state.ts';
import { Button, Menu } from 'antd';
import { Link, Navigate, useParams, useRoutes } from 'react-router';
import { CameraTable, MonitorTable } from './CameraTables.tsx';
import { CHILDREN } from './children.ts';
import { GridTable } from './GridTable.tsx';
import { useResourcesMessages } from './messages.ts';
import { ResourceTable } from './ResourceTable.tsx';
import './resources.css';

export const ResourcesPage = () =>
  useRoutes([
    { index: true, element: <Navigate to="resourceList" replace /> },
    { path: ':child', element: <ResourceRoom /> },
    { path: '*', element: <Navigate to="/resource/resourceList" replace /> },
  ]);

function ResourceRoom() {
  const messages = useResourcesMessages();
  const { child: path } = useParams();
  const url = useUrlState();
  const child = CHILDREN.find((one) => one.path === path);
  const showsMap = url.get('map') !== 'off';
  const taking = useTakenClicks();
  if (child === undefined) return <Navigate to="/resource/resourceList" replace />;
  const { lists } = child;
  return (
    <div className="resources" data-map={showsMap ? 'open' : 'folded'}>
      <nav aria-label={messages.title}>
        <Menu
          mode="inline"
          selectedKeys={[child.path]}
          items={CHILDREN.map((one) => ({
            key: one.path,
            // The map state is retained from child page to child page; filters are not.
            label: <Link to={{ pathname: `/resource/${one.path}`, search: showsMap ? '' : '?map=off' }}>{messages.titles[one.path]}</Link>,
          }))}
        />
      </nav>
      <PositionTakingContext value={taking}>
        <section className="resources-table" aria-label={messages.titles[child.path]}>
          <header className="line">
            <h1>{messages.titles[child.path]}</h1>
            <Button
              size="small"
              icon={showsMap ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
              aria-expanded={showsMap}
              onClick={() => url.set({ map: showsMap ? 'off' : null, page: url.get('page') })}
            >
              {showsMap ? messages.hideMap : messages.showMap}
            </Button>
          </header>
          {lists === 'camera' && <CameraTable />}
          {lists === 'monitor' && <MonitorTable />}
          {lists === 'grid' && <GridTable />}
          {typeof lists !== 'string' && <ResourceTable key={child.path} kinds={lists} title={messages.titles[child.path]} />}
        </section>
      </PositionTakingContext>
      {showsMap && (
        <div className="resources-map">
          <GlobeStage initialView={null} />
        </div>
      )}
    </div>
  );
}
