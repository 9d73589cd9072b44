// The header's ways out (specification §2): the region's outside systems, and the digital-forestry videos and PDFs. Where they lead is the
// installation's own; a system without an address says so, and without any video or PDF there is no such menu.
import { DownOutlined } from '@ant-design/icons';
import { region } from '@region';
import { Dropdown, type MenuProps } from 'antd';
import { useInstallation } from '../../shared/use-installation.ts';
import { useShellMessages } from './messages.ts';

type Items = NonNullable<MenuProps['items']>;

export function OutsideLinks() {
  const messages = useShellMessages();
  const installation = useInstallation();
  const { data } = installation;
  const urlOf = new Map(data?.externalLinks.map(({ id, url }) => [id, url]));

  const system = ({ id, label }: (typeof region.externalLinks)[number]): Items[number] => {
    const url = urlOf.get(id);
    if (url) return { key: id, label: outside(url, label) };
    const why = data ? messages.header.linkMissing : installation.isError ? messages.header.linkUnknown : messages.header.linkLoading;
    return { key: id, label: `${label}${why}`, disabled: true };
  };
  const systems: Items = region.externalLinks.map(system);
  const retry = { key: 'retry', label: messages.header.linkRetry, onClick: () => void installation.refetch() };
  const library = (data?.digitalForestry ?? []).map(({ title, kind, url }) => ({
    key: url,
    label: outside(url, `${title} · ${messages.header.forestryKinds[kind]}`),
  }));

  return (
    <>
      {systems.length > 0 && <Menu name={messages.header.links} items={installation.isError ? [...systems, retry] : systems} />}
      {library.length > 0 && <Menu name={messages.header.forestry} items={library} />}
    </>
  );
}

function Menu({ name, items }: { readonly name: string; readonly items: Items }) {
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <button type="button" className="header-button line">
        {name} <DownOutlined aria-hidden="true" />
      </button>
    </Dropdown>
  );
}

const outside = (url: string, label: string) => (
  <a href={url} target="_blank" rel="noreferrer">
    {label}
  </a>
);
