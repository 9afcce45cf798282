//! Servers behind HTTPS.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use rcgen::CertifiedKey;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Builder;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};

use super::terminal::Terminal;
use super::{Place, complaint};

/// A reverse proxy with HTTPS in front of a place, as an operator would have one.
struct Proxy {
    url: String,
    /// A file with the certificate, for those who trust it.
    certificate: PathBuf,
}

impl Proxy {
    fn before(place: &Place) -> Self {
        let CertifiedKey { cert, signing_key } =
            rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
        let certificate = place.folder.path().join("certificate.pem");
        std::fs::write(&certificate, cert.pem()).expect("a file");
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(signing_key.serialize_der()));
        let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(vec![cert.der().clone()], key)
            .expect("a certificate and its key");
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        let listener = runtime.block_on(TcpListener::bind(("127.0.0.1", 0))).expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let target = place.relay.address;
        thread::spawn(move || {
            runtime.block_on(async move {
                while let Ok((visitor, _)) = listener.accept().await {
                    let acceptor = acceptor.clone();
                    tokio::spawn(async move {
                        let mut visitor = acceptor.accept(visitor).await?;
                        let mut server = TcpStream::connect(target).await?;
                        copy_bidirectional(&mut visitor, &mut server).await
                    });
                }
            });
        });
        Self { url: format!("https://localhost:{port}"), certificate }
    }
}

#[test]
fn a_table_behind_https_is_set_and_joined() {
    let place = Place::open();
    let proxy = Proxy::before(&place);
    let trusting = |name: &str, options: &[&str]| {
        let variables = [("SSL_CERT_FILE", proxy.certificate.as_path())];
        Terminal::start_with(&place.folder.path().join(name), options, &variables)
    };
    let mut ada = trusting("Ada", &["--invite", "--server", &proxy.url, "--seat=south"]);
    let link = ada.word_from(&format!("{}/#/table/", proxy.url));
    let mut ben = trusting("Ben", &["--join", &link, "--names=Ben"]);
    ada.types_when("Choose a pit:", "4");
    ben.sees("Player 1 sowed 4 stones from pit 4");
}

#[test]
fn a_certificate_that_is_not_trusted_is_refused() {
    let place = Place::open();
    let proxy = Proxy::before(&place);
    let link = format!("{}/#/table/q3mX", proxy.url);
    let url = proxy.url.as_str();
    for arguments in [&["--join", link.as_str()][..], &["--invite", "--server", url]] {
        let (said, code) = complaint(&place.refused(arguments));
        let refused = format!("error: there is no secure connection to {url}: ");
        assert!(said.starts_with(&refused) && code == Some(1), "{said}");
    }
}
