//! The description of the API, completed by what holds for all requests of a kind.

use utoipa::openapi::path::{Operation, Parameter, ParameterIn, PathItem};
use utoipa::openapi::response::Response;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{Content, OpenApi as Description, Ref, RefOr};
use utoipa::{OpenApi, ToSchema};

use crate::problem::Problem;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "mossa",
        description = "Play, analyse, solve and measure perfect-information board games.\n\n\
            Errors are problems as RFC 9457 has them. Texts are in the language of `?lang=en` or `?lang=it`, or of \
            `Accept-Language`. Streams are server-sent events; whoever comes back sends `Last-Event-ID`."
    ),
    components(schemas(Problem))
)]
struct Beginning;

/// The description before anything is in it.
pub(crate) fn beginning() -> Description {
    Beginning::openapi()
}

/// What the security scheme is called.
const TOKEN: &str = "token";

/// Adds to each operation what the layers around it may answer, and says that refusals are problems.
pub(crate) fn complete(description: &mut Description) {
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer);
    let bearer = bearer.description(Some("The token that was given for a seat.")).build();
    if let Some(components) = &mut description.components {
        components.add_security_scheme(TOKEN, SecurityScheme::Http(bearer));
    }
    for item in description.paths.paths.values_mut() {
        let PathItem { get, post, delete, .. } = item;
        for operation in get.iter_mut() {
            complete_operation(operation, false);
        }
        for operation in post.iter_mut().chain(delete) {
            complete_operation(operation, true);
        }
    }
}

fn complete_operation(operation: &mut Operation, changes: bool) {
    let has = |place: &ParameterIn| {
        let is_there = |parameter: &RefOr<Parameter>| matches!(parameter, RefOr::T(parameter) if parameter.parameter_in == *place);
        operation.parameters.iter().flatten().any(is_there)
    };
    let mut statuses = Vec::new();
    if has(&ParameterIn::Path) {
        statuses.extend(["400", "404"]);
    }
    if has(&ParameterIn::Query) {
        statuses.extend(["400", "422"]);
    }
    if operation.request_body.is_some() {
        statuses.extend(["400", "413", "415", "422"]);
    }
    if changes {
        statuses.push("403");
    }
    if !operation.responses.responses.is_empty() {
        // Whatever asks the store or a thread may find it busy.
        statuses.push("503");
    }
    let answers = &mut operation.responses.responses;
    for status in statuses {
        answers.entry(status.to_owned()).or_insert_with(|| RefOr::T(Response::new("")));
    }
    for (status, answer) in answers.iter_mut().filter(|(status, _)| status.starts_with(['4', '5'])) {
        *answer = RefOr::T(refusal(status));
    }
    if operation.responses.responses.contains_key("401") {
        operation.security = Some(vec![SecurityRequirement::new(TOKEN, Vec::<String>::new())]);
    }
}

/// A refusal with this status.
fn refusal(status: &str) -> Response {
    let meaning = match status {
        "400" => "The request cannot be read.",
        "401" => "No token, or an unknown one.",
        "403" => "Not allowed here, or asked by a page of another server.",
        "404" => "There is no such thing.",
        "409" => "It does not fit to what is there now.",
        "413" => "The body is too large.",
        "415" => "The body is not JSON.",
        "422" => "A value cannot be used.",
        "429" => "Too many requests, or too many streams at once; `Retry-After` says when to come back.",
        "503" => "Too much to do; `Retry-After` says when to come back.",
        _ => "Something broke.",
    };
    let mut response = Response::new(meaning);
    let problem = Ref::from_schema_name(Problem::name());
    response.content.insert("application/problem+json".to_owned(), Content::new(Some(problem)).into());
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use utoipa::PartialSchema;

    #[test]
    fn the_schema_of_problems_has_what_is_told() {
        let schema = serde_json::to_value(Problem::schema()).unwrap();
        for name in ["type", "title", "status", "detail", "hint"] {
            assert!(schema["properties"][name].is_object(), "{schema}");
        }
    }
}
