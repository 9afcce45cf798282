use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::{Frame, SizeHint};

use crate::http::app::App;
use crate::http::client_address::network;
use crate::http::connection_limit::ConnectionPermit;

/// The place that a request takes of those that its client's network has, where a reverse proxy says
/// which network that is. A socket that comes of the request keeps it.
///
/// Connections are counted by network when they are accepted, but those from a proxy all come from the
/// proxy. So behind one, what is counted are requests, from when their headers have been read until the
/// last byte of the response has left.
pub(crate) type ForwardedPlace = Arc<ConnectionPermit>;

/// Answers a request if there is a place for it.
pub(super) async fn hold(
    State(app): State<Arc<App>>,
    mut request: Request,
    next: Next,
) -> Response {
    let place = network(request.headers(), request.extensions(), &app)
        .and_then(|network| Ok(app.forwarded_places.acquire(network)?));
    let place: ForwardedPlace = match place {
        Ok(place) => Arc::new(place),
        Err(error) => return error.into_response(),
    };
    request.extensions_mut().insert(place.clone());
    next.run(request).await.map(|body| Body::new(HeldBody { body, place }))
}

/// A body that keeps a place until it has been sent.
struct HeldBody {
    body: Body,
    place: ForwardedPlace,
}

/// A part of it. A connection takes the whole body at once if it is in one piece, and keeps the piece
/// until it has left: so the piece has to keep the place.
struct HeldBytes {
    bytes: Bytes,
    _place: ForwardedPlace,
}

impl AsRef<[u8]> for HeldBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl HttpBody for HeldBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        let hold = |bytes| Bytes::from_owner(HeldBytes { bytes, _place: self.place.clone() });
        frame.map_ok(|frame| frame.map_data(hold))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
